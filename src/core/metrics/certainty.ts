import { ruleOf } from '../../engine/detectors/registry';
import type { Detection } from '../../engine/verdict';

/** What the guard never acts on can be no surer than this. */
const NEVER_CERTAIN = 0.5;

/**
 * How sure a detection is, from 0 to 1. 1: the count has reached the threshold at which the guard acts. Below it, the
 * share of that threshold that was reached.
 */
export function certaintyOf({ finding, settings }: Pick<Detection, 'finding' | 'settings'>): number {
  if (finding.certainty === 'certain') {
    return 1;
  }
  const { certain, patience = 1 } = ruleOf(finding.rule);
  const certainAt = settings[certain] * patience;
  if (certainAt === 0) {
    return NEVER_CERTAIN;
  }
  return Math.min(finding.count, certainAt - 1) / certainAt;
}
