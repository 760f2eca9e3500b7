import type { LineSpan } from './lineSpan';
import type { Moment } from './moment';
import type { GivenTask } from './givenTask';

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
  /** Length of the whole result in characters. */
  readonly length: number;
  /** The number of lines; undefined if it isn't known. */
  readonly lines?: number | undefined;
  readonly isError: boolean;
  /** The call didn't run, because another one of its answer failed. */
  readonly isCanceled?: boolean | undefined;
  readonly kind: OutcomeKind;
  /** Digest of why the call failed or found nothing, if the result says so. Equal: the same cause. */
  readonly causeDigest?: string | undefined;
  /** What the result says about something that was running: it continues, or it ended. */
  readonly life?: 'running' | 'ended' | undefined;
  /** Short digests of the handles under which it names what continues; undefined if it names none. */
  readonly running?: readonly string[] | undefined;
}

/** Since when a waiting call has brought nothing new. Calls of one silent wait share this object. */
export interface WaitingSince {
  /** When the last new result came, on the clock of the calls. */
  readonly sinceMs: number;
  /** Digest of that result; the same result again counts as silence. */
  readonly answer?: string | undefined;
}

/** The outcome of a call with a result that is already described. */
export interface DescribedOutcome {
  /** The ID of its call. */
  readonly callId: string;
  readonly recorded: RecordedOutcome;
  /** The result as the model read it; only passed to listeners. */
  readonly result?: unknown;
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

/** What the rules need to know about a call's arguments after these are no longer available. */
export interface CallSigns {
  /** How the call itself says that it waits for something; `no`: it sends input to something running, so it acts. */
  readonly asksToWait?: 'handle' | 'command' | 'no' | undefined;
  /** How long the call may block, in milliseconds, according to its own arguments. */
  readonly limitMs?: number | undefined;
  /** How it looks whether something is there: after a pause of its own, or at once. Undefined: it does more. */
  readonly check?: 'afterPause' | 'atOnce' | undefined;
  /** It writes to a file. */
  readonly edits?: boolean | undefined;
  /** Short digests of the handles that the arguments name; undefined in a recording that doesn't have them. */
  readonly handles?: readonly string[] | undefined;
}

/** One call in the window. Blocked calls are never in the window. */
export interface WindowEntry {
  /** Running number of the call in its conversation, from 0. */
  readonly index: number;
  /** The IDs under which surfaces know the call; usually one. */
  readonly callIds: string[];
  /** The surfaces that saw it. */
  seenBy: readonly (string | undefined)[];
  /** Running number of the model turn; entries with the same round were made in parallel. */
  readonly round: number;
  /** With its operation, if the tool has one: `plan:create`. */
  readonly tool: string;
  /** Digest of tool and canonical arguments. Equal signature: the identical call. */
  readonly signature: string;
  /** The parsed arguments if small enough to keep, for comparison field by field. */
  readonly argumentsValue: unknown;
  /** A sketch of the words in the arguments, once it was needed; a restored call has it instead of them. */
  words?: string | undefined;
  readonly atMs: number;
  /** When the result came, on the clock of `atMs`; undefined if it isn't known. */
  doneMs?: number | undefined;
  /** What the call says about itself; a restored call has it instead of its arguments. */
  readonly signs: CallSigns;
  /** Which lines it reads, and a digest of what it reads from. */
  readonly reads?: (LineSpan & { readonly target: string }) | undefined;
  /** How it changes files, as far as this is known. */
  changes?: readonly RecordedChange[] | undefined;
  /** The task that it gives to a subagent. */
  readonly task?: GivenTask | undefined;
  /** Set for a moment: something else that happened to the agent. */
  readonly moment?: Moment | undefined;
  /** How many moments of its kind had come in a row, with nothing new in between. */
  momentsInRow?: number | undefined;
  /** How many known calls came back to back up to this one; undefined for a call that was not made before. */
  rush?: number | undefined;
  /** The call ended, and nobody could see its result. */
  unseen?: boolean | undefined;
  /** How often the conversation had been compacted before. */
  readonly compactions?: number | undefined;
  /** A known call, made once more after a compaction, or one that was canceled with its answer: it doesn't count. */
  excused?: boolean | undefined;
  /** Set for a call that waits. */
  wait?: WaitingSince | undefined;
  /** The call as a step of a finding, once it was part of one. */
  step?: readonly number[] | undefined;
  /** Undefined until the outcome is known; then unknown counts as unchanged. */
  outcome: RecordedOutcome | undefined;
}

/**
 * The calls of one model turn. The model chose all of them before it saw any of their results, so a round is one
 * decision and one piece of evidence, and the calls of the candidate's own round are no evidence against it.
 */
export type Round = readonly [WindowEntry, ...WindowEntry[]];
