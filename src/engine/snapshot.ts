import type { ModelName } from './call';
import type { DetectorId } from './finding';
import type { StoredSinceMessage } from './sinceMessage';
import type { Detection, Verdict } from './verdict';
import type { WindowEntry } from './window';

/** What the guard has counted in a conversation since it started. */
export interface Counts {
  readonly calls: number;
  readonly warnings: number;
  readonly chances: number;
  readonly breaks: number;
  readonly mitigations: number;
}

/** The round of a chance that stands for a released loop, see {@link Conversation.release}; rounds begin at 1. */
export const RELEASED_ROUND = 0;

/** A blocked call for which the model got a second chance. */
export interface Chance {
  readonly detection: Detection;
  readonly round: number;
  readonly atMs: number;
  /** The model has made a different call since. */
  readonly heeded: boolean;
}

/** A call that ran and whose result gets a nudge for the model. */
export interface Nudge {
  readonly detection: Detection;
  /** Running number of the call, and of its round. */
  readonly index: number;
  readonly round: number;
  /** The model got the nudge. */
  readonly told: boolean;
}

/** The last warning: what it counted, and the last call found to be part of the same loop. */
export interface Warning {
  readonly detector: DetectorId;
  readonly count: number;
  readonly index: number;
}

/** A run that was stopped. */
export interface Stop {
  readonly detection: Detection;
  readonly atMs: number;
  /** The calls of its loop, by signature digest; versions before 0.4.0 stored none. */
  readonly signatures?: readonly string[] | undefined;
}

/** What is kept over a message of the person. */
export interface AtMessage {
  /** Of the message; undefined if it isn't known. */
  readonly digest?: string | undefined;
  /** The calls before it, if the last one failed, until the first one after it is answered. */
  readonly before?: readonly WindowEntry[] | undefined;
  /** It was equal to the message before, and no call has followed yet. */
  readonly isFirstCall?: boolean | undefined;
}

/** The state of a conversation at a moment, to continue from elsewhere. */
export interface Snapshot {
  readonly counts: Counts;
  readonly detections: number;
  readonly nextIndex: number;
  readonly round: { readonly name?: string | undefined; readonly number: number };
  readonly model?: ModelName | undefined;
  readonly entries: readonly WindowEntry[];
  readonly chances: readonly (readonly [string, Chance])[];
  /** By the ID of their call; older versions had none. */
  readonly nudges?: readonly (readonly [string, Nudge])[] | undefined;
  readonly stop?: Stop | undefined;
  /** See {@link Shared}; older versions stored nothing. */
  readonly hasStarted?: boolean | undefined;
  readonly warning?: Warning | undefined;
  readonly verdicts: readonly (readonly [string, Verdict])[];
  readonly sinceMessage?: StoredSinceMessage | undefined;
  /** Older versions had none. */
  readonly message?: AtMessage | undefined;
}
