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
  /** All that the failure says is "no" to what the call proposed: it says nothing of any other call. */
  readonly isVerdict?: true | undefined;
  /** Digest of why the call failed or found nothing, if the result says so. Equal: the same cause. */
  readonly causeDigest?: string | undefined;
  /** What the result says about something that was running: it continues, or it ended. */
  readonly life?: 'running' | 'ended' | undefined;
  /** Short digests of the handles under which it names what continues; undefined if it names none. */
  readonly running?: readonly string[] | undefined;
}

/** The outcome of a call with a result that is already described. */
export interface DescribedOutcome {
  /** The ID of its call. */
  readonly callId: string;
  readonly recorded: RecordedOutcome;
  /** The result as the model read it; only passed to listeners. */
  readonly result?: unknown;
}
