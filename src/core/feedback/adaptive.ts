import { ruleOf } from '../../engine/rules/registry';
import { DEFAULTS } from '../settings/table';
import { effectiveSettings, type FeedbackQuestion, type LimitStep, limitStep } from './remedies';

/** "Fine" raises a threshold at most to this many times its default; the hard limit above it stays where it belongs. */
const MOST_OF_DEFAULT = 2;

/** "Loop" lowers a limit at most to this part of the count that warns. */
const LEAST_OF_WARNING = 0.5;

/** The step that feedback makes by itself; undefined when there is none, or when it would leave its bounds. */
export function adaptation(question: FeedbackQuestion): LimitStep | undefined {
  const step = limitStep(question);
  if (step === undefined || ruleOf(step.rule).countsSeconds === true) {
    return undefined;
  }
  const { values: now } = effectiveSettings(question, []);
  const least = Math.ceil(now[ruleOf(step.rule).likely] * LEAST_OF_WARNING);
  const isWithin = step.thresholds.every(({ key, after }) =>
    step.kind === 'raise' ? after <= DEFAULTS[key] * MOST_OF_DEFAULT : after >= least,
  );
  return isWithin ? step : undefined;
}
