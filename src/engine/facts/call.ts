import type { Hash } from './signature';
import { withoutVolatile } from './volatile';

/**
 * What happens in a conversation besides calls: the agent had ended and was made to go on (`continued`), what it
 * knew was summed up to make room (`compacted`), or a turn began that no person began (`woken`).
 */
export const MOMENTS = ['continued', 'compacted', 'woken'] as const;

export type Moment = (typeof MOMENTS)[number];

/** What a moment goes by where a call would go by its tool. */
export const MOMENT_NAMES: Readonly<Record<Moment, string>> = {
  continued: 'agent_continued',
  compacted: 'context_compacted',
  woken: 'agent_woken',
};

/** What is asked about a turn that no person began: what woke the agent, as a digest, without what is volatile. */
export function noted(notice: string, hash: Hash): { readonly notice: string } {
  return { notice: hash(withoutVolatile(notice)) };
}

/** The model that made a call, if the surface knows it. */
export interface ModelName {
  readonly vendor: string;
  readonly family: string;
  readonly id: string;
}

/** The content of a file at a moment: a digest of its text, never the text. */
export interface FileContent {
  /** The path in its one spelling. */
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
  /** Where the session works, as an absolute path. Undefined: the surface doesn't know. */
  readonly folder?: string | undefined;
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
  /** Refusing its calls is all that a stop does to the agent: calls outside the loop may run. */
  readonly outlivesStop?: boolean | undefined;
  /** The surface that saw the call. If another surface sees it too before it has a result, it counts once. */
  readonly surface?: string | undefined;
  /** The content of the files that it changes, before the call, if the surface can read them. */
  readonly contents?: readonly FileContent[] | undefined;
  /** What the arguments say, for a call that is replayed without them. */
  readonly facts?: ArgumentFacts | undefined;
}

/** The outcome of a call, as the surface knows it. */
export interface Outcome {
  readonly callId: string;
  /** The result as the model reads it. Undefined: the surface doesn't know it. */
  readonly result: unknown;
  readonly isError: boolean;
  /** The content of the files that the call changed, if the surface can read them. */
  readonly contents?: readonly FileContent[] | undefined;
  /** The parsed arguments, for a guard that may not remember them: an echo of them in the result is nothing new. */
  readonly arguments?: unknown;
}

/** How a call changes a file, in digests. */
export interface RecordedChange {
  readonly file: string;
  /** The replaced text and its replacement. */
  readonly replaces?: { readonly old: string; readonly new: string } | undefined;
  /** The whole content of the file afterwards, according to the arguments. */
  readonly content?: string | undefined;
  /** The content of the file before and after the call, as the surface saw it. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** What the rules need from the arguments of a call after these are no longer available. */
export interface ArgumentFacts {
  /** How the call itself says that it waits for something; `no`: it sends input to something running, so it acts. */
  readonly asksToWait?: 'handle' | 'command' | 'no' | undefined;
  /** How long the call may block, in milliseconds, according to its own arguments. */
  readonly limitMs?: number | undefined;
  /** How it looks whether something is there: after a pause of its own, or at once. Undefined: it does more. */
  readonly check?: 'afterPause' | 'atOnce' | undefined;
  readonly edits?: boolean | undefined;
  /** It moves on from where the agent is, such as to scroll: made again, it leads somewhere else. */
  readonly moves?: true | undefined;
  /** Short digests of the handles that the arguments name; undefined in a recording that doesn't have them. */
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
  /** Digest of the whole result text without its volatile parts. Equal digest: the same result. */
  readonly digest: string;
  /** Digest of the result text with volatile parts (numbers, ids, times) blanked. */
  readonly shapeDigest: string;
  /** Of the whole result, in characters. */
  readonly length: number;
  /** The number of lines; undefined if it isn't known. */
  readonly lines?: number | undefined;
  readonly isError: boolean;
  /** The call didn't run, because another one of its answer failed. */
  readonly isCanceled?: boolean | undefined;
  readonly kind: OutcomeKind;
  /** The row that shows that it failed or found nothing; undefined where the agent says so. */
  readonly because?: string | undefined;
  /** All that the failure says is "no" to what the call proposed: it says nothing of any other call. */
  readonly isVerdict?: true | undefined;
  /** A person refused the call: that says nothing of any other call, and ends a row of failures. */
  readonly isRefused?: true | undefined;
  /** How the failure says that a server can't be reached, so that the arguments are not to blame. */
  readonly unreachable?: string | undefined;
  /** Digest of why the call failed or found nothing, if the result says so. Equal: the same cause. */
  readonly causeDigest?: string | undefined;
  /** The failure is short, and yet says what has to change: something is missing, or there was too little time. */
  readonly isStated?: true | undefined;
  /** What the result says about something that was running: it continues, it ended, or it is busy. */
  readonly life?: 'running' | 'ended' | 'busy' | undefined;
  /** What continues is the call itself, which started it. */
  readonly isStarted?: true | undefined;
  /** Short digests of the handles under which it names what continues; undefined if it names none. */
  readonly running?: readonly string[] | undefined;
}

/** The outcome of a call with a result that is already described. */
export interface DescribedOutcome {
  readonly callId: string;
  readonly recorded: RecordedOutcome;
  /** The result as the model read it; only passed to listeners. */
  readonly result?: unknown;
}
