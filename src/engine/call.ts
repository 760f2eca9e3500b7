import type { Moment } from './moment';
import type { CallSigns } from './window';

/** The model that made a call, if the surface knows it. */
export interface ModelName {
  readonly vendor: string;
  readonly family: string;
  readonly id: string;
}

/** The content of a file at a moment: a digest of its text, never the text. */
export interface FileContent {
  /** The path in the arguments of the call. */
  readonly path: string;
  readonly digest: string;
}

/** One tool call as a surface sees it, before the tool runs. */
export interface Call {
  /** Unique in its conversation. A call that is seen twice with the same ID counts once. */
  readonly id: string;
  readonly tool: string;
  /** A JSON value, or the argument text as the model sent it. */
  readonly arguments: unknown;
  /** Calls of one model turn have the same round. Undefined: the surface doesn't know, so the time tells. */
  readonly round?: string | undefined;
  readonly model?: ModelName | undefined;
  /** The subagent that makes the call. It is checked only by its own calls. Undefined: the main agent. */
  readonly agent?: string | undefined;
  /** Set for a moment: something else that happens to the agent and is checked like a call. */
  readonly moment?: Moment | undefined;
  /** False: nobody can be asked about the call, so the model gets a second chance instead. */
  readonly canAsk?: boolean | undefined;
  /** A stop ends only the agent that makes the call, and not the others of its conversation. */
  readonly stopsAgentOnly?: boolean | undefined;
  /** The surface that saw the call. If another surface sees it too before it has a result, it counts once. */
  readonly surface?: string | undefined;
  /** The content of the files that it changes, before the call, if the surface can read them. */
  readonly contents?: readonly FileContent[] | undefined;
  /** What was derived from the arguments, for a call that is replayed without them. */
  readonly signs?: CallSigns | undefined;
}

/** The outcome of a call, as far as the surface knows it. */
export interface Outcome {
  /** The ID of its call. */
  readonly callId: string;
  /** The result as the model reads it. Undefined: the surface doesn't know it. */
  readonly result: unknown;
  readonly isError: boolean;
  /** The content of the files that the call changed, if the surface can read them. */
  readonly contents?: readonly FileContent[] | undefined;
  /** The parsed arguments, for a guard that may not remember them: an echo of them in the result is nothing new. */
  readonly arguments?: unknown;
}
