import type { FindingOf } from './detectors/observation';
import { type CountKey, type DetectorId, type RegisteredRule, type RuleId, RULES } from './detectors/registry';

export type { Certainty, Results } from './detectors/observation';
export type { DetectorId, RuleId } from './detectors/registry';

/** Why a call looks like a loop, with evidence that can be checked against the window. */
export type Finding = FindingOf<DetectorId, RuleId, CountKey>;

/** The part of a finding that it cannot do without; older versions stored no more. */
export type StoredFinding = Omit<Finding, 'rule' | 'setting' | 'factor' | 'steps'> & Partial<Finding>;

/** A stored finding with what older versions did not store, as far as it can be told: then each call is a step. */
export function completeFinding(stored: StoredFinding): Finding {
  const rule = RULES.find(
    ({ id, detector }) => detector === stored.detector && id === (stored.rule ?? id),
  ) as RegisteredRule;
  return {
    ...stored,
    rule: rule.id,
    setting: stored.setting ?? rule[stored.certainty],
    factor: stored.factor ?? 1,
    steps: stored.steps ?? stored.calls.map((index) => [index]),
  };
}

/**
 * The finding on a call that the model was told to reconsider, made once more. It belongs to the step of the refused
 * call; a pattern of one step has come once more.
 * @param index of the call made once more
 */
export function rebuiltFinding(finding: Finding, index: number): Finding {
  const { steps, period } = finding;
  return {
    ...finding,
    certainty: 'certain',
    count: finding.count + 1,
    calls: [...finding.calls, index],
    steps: period === 1 ? [...steps, [index]] : [...steps.slice(0, -1), [...(steps.at(-1) ?? []), index]],
  };
}

/**
 * Whether a finding is of the loop that was found before: its evidence reaches back to a call that was part of that.
 * Each agent numbers its calls from 0, so both must be of the same agent.
 * @param lastIndex the last call that was found to be part of a loop; undefined when none was
 */
export function isSameLoop({ calls: [first] }: Finding, lastIndex: number | undefined): boolean {
  return lastIndex !== undefined && first !== undefined && first <= lastIndex;
}

/**
 * Whether a warning is due: for a new loop, and then each time its count has doubled. It is still the same loop while
 * its evidence reaches back to the last call that was found to be part of it, by whatever rule.
 * @param last the warning before
 */
export function isWarningDue(
  finding: Finding,
  last: { readonly detector: DetectorId; readonly count: number; readonly index: number },
): boolean {
  return !isSameLoop(finding, last.index) || (finding.detector === last.detector && finding.count >= 2 * last.count);
}
