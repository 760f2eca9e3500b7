import type { LineSpan } from './lineSpan';
import type { Moment } from './moment';
import type { GivenTask } from './givenTask';

/**
 * What a result says, as far as its text shows: the call `failed`, it found `nothing`, the tool only says that the work
 * is `done` ("File updated."), or anything else (`plain`). No text at all is plain: many tools have no more to say when
 * all is well.
 */
export type OutcomeKind = 'failed' | 'nothing' | 'done' | 'plain';

/** What the guard keeps of a result: digests, and what kind of result it is. */
export interface RecordedOutcome {
  /** Digest of the whole result text without its volatile parts. Equal digest: the same result. */
  readonly digest: string;
  /** Digest of the result text with volatile parts (numbers, ids, times) blanked. */
  readonly shapeDigest: string;
  /** Length of the whole result in characters. */
  readonly length: number;
  /** How many lines it has; undefined when nobody knows. */
  readonly lines?: number | undefined;
  readonly isError: boolean;
  readonly kind: OutcomeKind;
  /** Digest of why the call failed or found nothing, as far as the answer says so. Equal: the same obstacle. */
  readonly causeDigest?: string | undefined;
  /** What the answer says of something that runs: it goes on, or it came to its end. */
  readonly life?: 'running' | 'ended' | undefined;
}

/** Since when a call that waits has heard nothing new. Calls of one silent wait share it. */
export interface WaitingSince {
  /** When the last answer with something new came, on the clock of the calls. */
  readonly sinceMs: number;
  /** Digest of that answer; the same again is silence. */
  readonly answer?: string | undefined;
}

/** What became of a call, for those who have described it already. */
export interface DescribedOutcome {
  /** The id of the call it answers. */
  readonly callId: string;
  readonly recorded: RecordedOutcome;
  /** The result as the model read it; only passed on to listeners. */
  readonly result?: unknown;
}

/** How a call changes a file, in digests. */
export interface RecordedChange {
  readonly file: string;
  /** The text that is replaced, and what it is replaced by. */
  readonly replaces?: { readonly old: string; readonly new: string } | undefined;
  /** All that the file holds afterwards, as the arguments say. */
  readonly content?: string | undefined;
  /** What the file held before and after the call, as the surface saw. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** What a call says of itself: what the rules need to know of its arguments when those are no longer at hand. */
export interface CallSigns {
  /** How the call itself says that it waits for something; `no`: it sends something to what runs, so it acts. */
  readonly asksToWait?: 'handle' | 'command' | 'no' | undefined;
  /** How long the call may block, in milliseconds, as its own arguments say. */
  readonly limitMs?: number | undefined;
  /** It writes to a file. */
  readonly edits?: boolean | undefined;
}

/** One call as the window keeps it. Refused calls are never in the window. */
export interface WindowEntry {
  /** Running number of the call in its conversation, from 0. */
  readonly index: number;
  /** The ids by which surfaces know the call; most often one. */
  readonly callIds: string[];
  /** The surfaces that saw it. */
  seenBy: readonly (string | undefined)[];
  /** Running number of the model turn; entries with an equal round were issued in parallel. */
  readonly round: number;
  /** With its operation, if the tool has one: `plan:create`. */
  readonly tool: string;
  /** Digest of tool and canonical arguments. Equal signature: the identical call. */
  signature: string;
  /** A part of the signature as a number: other numbers, other signatures, which is seen faster than from the texts. */
  readonly key: number;
  /** The parsed arguments when small enough to keep, for comparison field by field. */
  readonly argumentsValue: unknown;
  /** A sketch of the words of the arguments, once it was asked for; a restored call has it in place of them. */
  words?: string | undefined;
  readonly atMs: number;
  /** When the answer came, on the clock of `atMs`; undefined when nobody knows. */
  doneMs?: number | undefined;
  /** What the call says of itself, once it was asked for; a restored call has it in place of its arguments. */
  signs?: CallSigns | undefined;
  /** Which lines it reads, and of what: a digest. */
  readonly reads?: (LineSpan & { readonly target: string }) | undefined;
  /** How it changes files, as far as that can be told. */
  changes?: readonly RecordedChange[] | undefined;
  /** The task that it gives to a sub-agent. */
  readonly task?: GivenTask | undefined;
  /** Set for what is no call: something else that happened to the agent. */
  readonly moment?: Moment | undefined;
  /** How many moments of its kind had come in a row by then, with nothing new between them. */
  momentsInRow?: number | undefined;
  /** How many times the conversation had been compacted before. */
  readonly compactions?: number | undefined;
  /** A known call, made once more after a compaction: it does not count. */
  excused?: boolean | undefined;
  /** Set for a call that was judged to be waiting. */
  wait?: WaitingSince | undefined;
  /** The call as a step of a finding, once it was part of one. */
  step?: readonly number[] | undefined;
  /** Undefined until the outcome is known; then unknown counts as unchanged. */
  outcome: RecordedOutcome | undefined;
}
