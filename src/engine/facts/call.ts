import type { Hash } from './signature';
import { withoutVolatile } from './volatile';

/**
 * What happens in a conversation besides calls, with what stands in place of a tool's name: the agent had ended and was
 * made to go on (`continued`), its context was summarized to make room (`compacted`), or a turn began without the user
 * (`woken`).
 */
export const MOMENT_NAMES = {
  continued: 'agent_continued',
  compacted: 'context_compacted',
  woken: 'agent_woken',
} as const;

export type Moment = keyof typeof MOMENT_NAMES;

export const MOMENTS = Object.keys(MOMENT_NAMES) as readonly Moment[];

/** What stands for the arguments of a turn without a user: what woke the agent, as a digest without volatile parts. */
export function noted(notice: string, hash: Hash): { readonly notice: string } {
  return { notice: hash(withoutVolatile(notice)) };
}

export interface ModelName {
  readonly vendor: string;
  readonly family: string;
  readonly id: string;
}

/** A digest of a file's text, never the text. */
export interface FileContent {
  /** See `plainPath`. */
  readonly path: string;
  readonly digest: string;
}

export interface Call {
  /** Unique in its conversation. A call that is seen twice with the same ID counts once. */
  readonly id: string;
  readonly tool: string;
  /** A JSON value, or the argument text as the model sent it. */
  readonly arguments: unknown;
  /** The absolute path where the session works, if the surface knows it. */
  readonly folder?: string | undefined;
  /** Calls of one model turn have the same round. If the surface doesn't know it, the time decides. */
  readonly round?: string | undefined;
  readonly model?: ModelName | undefined;
  /** The subagent that makes the call, which is checked only by its own calls. Undefined for the main agent. */
  readonly agent?: string | undefined;
  readonly moment?: Moment | undefined;
  /** If it is false, nobody can be asked about the call, so the model gets a second chance instead. */
  readonly canAsk?: boolean | undefined;
  /** A stop ends only the agent that makes the call, and not the others of its conversation. */
  readonly stopsAgentOnly?: boolean | undefined;
  /** A stop does no more than refuse the agent's calls, so calls outside the loop may run. */
  readonly outlivesStop?: boolean | undefined;
  /** The surface that saw the call. If another one sees it too before it has a result, it counts once. */
  readonly surface?: string | undefined;
  /** The content of the files that it changes, before the call, if the surface can read them. */
  readonly contents?: readonly FileContent[] | undefined;
  /** For a call that is replayed without its arguments. */
  readonly facts?: ArgumentFacts | undefined;
}

export interface Outcome {
  readonly callId: string;
  /** As the model reads it. Undefined if the surface doesn't know it. */
  readonly result: unknown;
  readonly isError: boolean;
  /** The content of the files that the call changed, if the surface can read them. */
  readonly contents?: readonly FileContent[] | undefined;
  /** Parsed, for a guard that may not remember them: an echo of them in the result is nothing new. */
  readonly arguments?: unknown;
}

/** How a call changes a file, in digests. */
export interface RecordedChange {
  readonly file: string;
  readonly replaces?: { readonly old: string; readonly new: string } | undefined;
  /** The whole content of the file afterwards, according to the arguments. */
  readonly content?: string | undefined;
  /** The whole content before and after the call, as the surface saw it. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** What the rules need from the arguments of a call after these are no longer available. */
export interface ArgumentFacts {
  /** How the call itself says that it waits for something; `no`: it sends input to something running, so it acts. */
  readonly asksToWait?: 'handle' | 'command' | 'no' | undefined;
  /** How long the call may block, in milliseconds, according to its own arguments. */
  readonly limitMs?: number | undefined;
  /** It only looks whether something is there: after a pause of its own, or at once. Undefined if it does more. */
  readonly check?: 'afterPause' | 'atOnce' | undefined;
  readonly edits?: boolean | undefined;
  /** It moves on from where the agent is, such as to scroll: made again, it leads somewhere else. */
  readonly moves?: true | undefined;
  /** Short digests of the handles that the arguments name; undefined in a recording without them. */
  readonly handles?: readonly string[] | undefined;
}

/**
 * What a result says, according to its text: the call `failed`, it found `nothing`, the tool only confirms that the
 * work is `done` ("File updated."), or anything else (`plain`). No text at all is plain: many tools say nothing on
 * success.
 */
export type OutcomeKind = 'failed' | 'nothing' | 'done' | 'plain';

/** What the guard keeps of a result: digests and its kind. */
export interface RecordedOutcome {
  /** Equal for the same result: without volatile parts, unless the text is long. */
  readonly digest: string;
  /** Of the text with numbers, IDs, and times blanked. */
  readonly shapeDigest: string;
  /** Of the whole result, in characters. */
  readonly length: number;
  readonly lines?: number | undefined;
  readonly isError: boolean;
  /** The call didn't run, because another one of the same model turn failed. */
  readonly isCanceled?: boolean | undefined;
  /** It stands for the result that an identical call got before. */
  readonly isUnchanged?: true | undefined;
  readonly kind: OutcomeKind;
  /** The row that shows that it failed or found nothing; undefined if the agent says so. */
  readonly because?: string | undefined;
  /** The failure only says "no" to what the call proposed, and nothing about any other call. */
  readonly isVerdict?: true | undefined;
  /** A user refused the call: that says nothing about any other call, and ends a row of failures. */
  readonly isRefused?: true | undefined;
  /** How the failure says that a server can't be reached, so that the arguments are not to blame. */
  readonly unreachable?: string | undefined;
  /** Digest of why the call failed or found nothing, if the result says so: equal for the same cause. */
  readonly causeDigest?: string | undefined;
  /** Digest of what a short answer says apart from what it repeats of the question, if the call searches. */
  readonly remainderDigest?: string | undefined;
  /** The failure is short, and yet says what has to change: something is missing, or there was too little time. */
  readonly isStated?: true | undefined;
  readonly life?: 'running' | 'ended' | 'busy' | undefined;
  /** What continues is the call itself, which started it. */
  readonly isStarted?: true | undefined;
  /** Short digests of the handles of what continues, if the result names any. */
  readonly running?: readonly string[] | undefined;
}

export interface DescribedOutcome {
  readonly callId: string;
  readonly recorded: RecordedOutcome;
  /** As the model read it; only passed to listeners. */
  readonly result?: unknown;
}
