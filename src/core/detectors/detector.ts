import type { Finding } from '../finding';
import type { WindowEntry } from '../window';

export type DetectorId = 'repeat' | 'cycle' | 'similar' | 'stall';

/** What a detector may look at when it judges a call. */
export interface Evidence {
  /** The call that asks to run; its outcome is not known yet. */
  readonly candidate: WindowEntry;
  /** Earlier calls since the last real user message, oldest first, none older than the TTL. */
  readonly history: readonly WindowEntry[];
}

/**
 * One way to recognise a loop. A detector is pure: the same evidence and settings give the same finding.
 * It never acts and never speaks; policy decides what a finding leads to.
 */
export interface Detector<Settings> {
  readonly id: DetectorId;
  detect(evidence: Evidence, settings: Settings): Finding | undefined;
}
