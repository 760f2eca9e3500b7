/**
 * What a result says, as far as its text shows: the call `failed`, it found `nothing`, the tool only says that the work
 * is `done` ("File updated."), or anything else (`plain`). No text at all is plain: many tools have no more to say when
 * all is well.
 */
export type OutcomeKind = 'failed' | 'nothing' | 'done' | 'plain';

/** What the guard keeps of a result: digests, and what kind of result it is. */
export interface RecordedOutcome {
  /** Digest of the whole result text. Equal digest: the same result. */
  readonly digest: string;
  /** Digest of the result text with volatile parts (numbers, ids, times) blanked. */
  readonly shapeDigest: string;
  /** Length of the whole result in characters. */
  readonly length: number;
  readonly isError: boolean;
  readonly kind: OutcomeKind;
}

/** What became of a call, for those who have described it already. */
export interface DescribedOutcome {
  /** The id of the call it answers. */
  readonly callId: string;
  readonly recorded: RecordedOutcome;
  /** The result as the model read it; only passed on to listeners. */
  readonly result?: unknown;
}

/** One call as the window keeps it. Refused calls are never in the window. */
export interface WindowEntry {
  /** Running number of the call in its conversation, from 0. */
  readonly index: number;
  /** The ids by which surfaces know the call; most often one. */
  readonly callIds: string[];
  /** The surfaces that saw it. */
  readonly seenBy: (string | undefined)[];
  /** Running number of the model turn; entries with an equal round were issued in parallel. */
  readonly round: number;
  /** With its operation, if the tool has one: `plan:create`. */
  readonly tool: string;
  /** Digest of tool and canonical arguments. Equal signature: the identical call. */
  readonly signature: string;
  /** The parsed arguments when small enough to keep, for comparison field by field. */
  readonly argumentsValue: unknown;
  readonly atMs: number;
  /** Undefined until the outcome is known; then unknown counts as unchanged. */
  outcome: RecordedOutcome | undefined;
}
