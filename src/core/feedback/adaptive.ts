import { type CountKey, ruleOf } from '../../engine/rules/registry';
import type { EngineSettings } from '../../engine/rules/settings';
import { DEFAULTS } from '../settings/table';
import type { Detection } from '../../engine/decision/verdict';
import type { FeedbackVerdict } from '../events/events';
import { overrideNames, type Proposal } from './proposals';
import { sessionOptionsOf, type FeedbackQuestion } from './question';
import { boundsOf, changesOf, keepOrder, thresholdChanges, type Thresholds } from './thresholds';
import { Trial } from './trial';
import type { Hash } from '../../engine/facts/signature';

/** "Fine" raises a threshold at most to this many times its default; the hard limit above it stays where it belongs. */
const MOST_OF_DEFAULT = 2;

/** "Loop" lowers a limit at most to this part of the count that warns, and never below what the schema allows. */
const LEAST_OF_WARNING = 0.5;

/**
 * One step of a tool's threshold after feedback on a detection. "Fine" raises the threshold that was reached by one,
 * "loop" lowers the limit by one after a mere warning; after a stop the limit was right. Both stay within bounds.
 *
 * @param now the effective settings of the tool
 * @returns undefined when there is nothing to move, or no room
 */
export function adaptedThresholds(
  verdict: FeedbackVerdict,
  { finding }: Detection,
  now: EngineSettings,
): Thresholds | undefined {
  const rule = ruleOf(finding.rule);
  if (rule.countsSeconds === true) {
    // One second more or less is no step.
    return undefined;
  }
  const values = new Map<CountKey, number>();
  if (verdict === 'fine') {
    values.set(finding.setting, now[finding.setting] + 1);
    keepOrder(rule, values, now);
  } else if (finding.certainty === 'likely') {
    values.set(rule.certain, now[rule.certain] - 1);
  }
  const least = Math.max(boundsOf(rule.certain).least, Math.ceil(now[rule.likely] * LEAST_OF_WARNING));
  const isWithin = [...values].every(([key, value]) =>
    verdict === 'fine' ? value <= DEFAULTS[key] * MOST_OF_DEFAULT : value >= least,
  );
  return values.size > 0 && isWithin
    ? { kind: verdict === 'fine' ? 'raise' : 'lower', rule: rule.id, thresholds: changesOf(values, now) }
    : undefined;
}

/**
 * The change of the user's settings that feedback makes by itself; undefined when there is none, or when it would
 * decide nothing.
 */
export function adaptation(question: FeedbackQuestion, hash: Hash): Proposal | undefined {
  const { verdict, call, settings } = question;
  const trial = new Trial(settings, hash, sessionOptionsOf(question));
  const step =
    call.detection === undefined ? undefined : adaptedThresholds(verdict, call.detection, trial.effective(call, []));
  if (step === undefined) {
    return undefined;
  }
  const proposals = overrideNames(call).map((tool): Proposal => ({
    ...step,
    tool,
    changes: thresholdChanges(tool, new Map(step.thresholds.map(({ key, after }) => [key, after]))),
  }));
  return proposals.find(({ changes }) => {
    const then = trial.isPossible(changes) ? trial.effective(call, changes) : undefined;
    return step.thresholds.every(({ key, after }) => then?.[key] === after);
  });
}
