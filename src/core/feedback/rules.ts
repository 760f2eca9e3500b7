import type { DetectorId, Finding } from '../../engine/finding';
import type { EngineSettings, SettingKey } from '../../engine/settings';

/** Settings that are counts. */
export type CountKey = { [Key in SettingKey]: EngineSettings[Key] extends number ? Key : never }[SettingKey];

export type RuleId = 'repeat' | 'cycle' | 'similar' | 'stall' | 'revisit';

/** What a detector counts, and the two settings that say how many are too many. */
export interface Rule {
  readonly id: RuleId;
  readonly detector: DetectorId;
  /** Brings a warning. */
  readonly likely: CountKey;
  /** Is a loop. */
  readonly certain: CountKey;
}

/** All rules, in the order in which a change of them is tried. */
export const RULES: readonly Rule[] = [
  { id: 'repeat', detector: 'repeat', likely: 'warnRepeats', certain: 'maxRepeats' },
  { id: 'cycle', detector: 'cycle', likely: 'minPatternRepetitions', certain: 'maxPatternRepetitions' },
  { id: 'similar', detector: 'similar', likely: 'warnSimilar', certain: 'maxSimilar' },
  { id: 'stall', detector: 'stall', likely: 'warnStalls', certain: 'maxStalls' },
  { id: 'revisit', detector: 'stall', likely: 'warnRevisits', certain: 'maxRevisits' },
];

/**
 * The rules that may have made a finding under these settings, the likeliest first. Detectors speak at a multiple of a
 * threshold too: four times for a pattern that news excuses, twice for a failing call that is new.
 */
export function rulesOf(finding: Finding, settings: EngineSettings): Rule[] {
  const possible = RULES.filter(
    ({ detector, [finding.certainty]: key }) =>
      detector === finding.detector && finding.threshold % settings[key] === 0,
  );
  // Rows of calls that all failed alike are counted by `stall`; `revisit` is for calls that went well.
  return finding.detector === 'stall' &&
    finding.results !== 'errors' &&
    finding.threshold === settings[finding.certainty === 'certain' ? 'maxRevisits' : 'warnRevisits']
    ? possible.toReversed()
    : possible;
}

/** The least value of the threshold that made a finding at which it would not have been made. */
export function valueAbove(finding: Finding, current: number): number {
  return Math.floor(finding.count / (finding.threshold / current)) + 1;
}
