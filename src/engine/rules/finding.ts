import type { FindingOf } from './tally';
import type { CountKey, DetectorId, RuleId } from './registry';

/** Why a call looks like a loop, with evidence that can be compared with the window. */
export type Finding = FindingOf<DetectorId, RuleId, CountKey>;

/**
 * The finding on a repeated call that the model was told to reconsider. It belongs to the step of the blocked
 * call; a pattern of one step counts one more.
 * @param index of the repeated call
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
 * Whether a finding belongs to the same loop as before: its evidence reaches back to a call of that loop.
 * Call numbers are per agent, so both must belong to the same agent.
 * @param lastIndex the last call that was part of a loop; undefined if there was none
 */
export function isSameLoop({ calls: [first] }: Finding, lastIndex: number | undefined): boolean {
  return lastIndex !== undefined && first !== undefined && first <= lastIndex;
}
