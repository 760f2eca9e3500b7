import type { Moment } from './moment';
import type { CallSigns } from './window';

/** The model that issued a call, as far as the surface knows it. */
export interface ModelName {
  readonly vendor: string;
  readonly family: string;
  readonly id: string;
}

/** What a file holds at a moment: a digest of its text, never the text. */
export interface FileContent {
  /** As the arguments of the call name the file. */
  readonly path: string;
  readonly digest: string;
}

/** One tool call as a surface sees it, before the tool runs. */
export interface Call {
  /** Unique in its conversation; a call seen twice with the same id is one call. */
  readonly id: string;
  readonly tool: string;
  /** A JSON value, or the argument text as the model sent it. */
  readonly arguments: unknown;
  /** Calls with an equal round were issued by one model turn. Unknown: the call is a round of its own. */
  readonly round?: string | undefined;
  readonly model?: ModelName | undefined;
  /** The sub-agent that makes the call, which is judged by its own calls only. Undefined: the main agent. */
  readonly agent?: string | undefined;
  /** Set for what is no call: something else that happens to the agent, and is judged like one. */
  readonly moment?: Moment | undefined;
  /** The surface that saw the call. What one surface saw and another sees again, before it is answered, is one call. */
  readonly surface?: string | undefined;
  /** What the files that it changes hold before, where the surface can look. */
  readonly contents?: readonly FileContent[] | undefined;
  /** What was read from the arguments when they were still at hand, for a call that is replayed without them. */
  readonly signs?: CallSigns | undefined;
}

/** What became of a call, as far as the surface learns it. */
export interface Outcome {
  /** The id of the call it answers. */
  readonly callId: string;
  /** The result as the model reads it. Undefined: the surface cannot know it. */
  readonly result: unknown;
  readonly isError: boolean;
  /** What the files that the call changed hold now, where the surface can look. */
  readonly contents?: readonly FileContent[] | undefined;
  /** What the call asked for, parsed, for a guard that may not remember it: an echo of it in the result is no news. */
  readonly arguments?: unknown;
}
