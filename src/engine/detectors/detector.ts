import type { DetectorId, Finding } from '../finding';
import type { Evidence } from './evidence';

/**
 * One way to recognise a loop. A detector is pure: the same evidence and settings give the same finding.
 * It never acts and never speaks; policy decides what a finding leads to.
 */
export interface Detector<Settings> {
  readonly id: DetectorId;
  detect(evidence: Evidence, settings: Settings): Finding | undefined;
}
