import type { Detection } from '../../engine/verdict';

/**
 * How sure a detection is, from 0 to 1 (seed 002, `confidence`). 1: the count has reached the threshold at which the
 * guard acts. Below it, the share of that threshold that was reached.
 */
export function certaintyOf({ finding, settings }: Pick<Detection, 'finding' | 'settings'>): number {
  if (finding.certainty === 'certain') {
    return 1;
  }
  const certainAt = {
    repeat: settings.maxRepeats,
    cycle: settings.maxPatternRepetitions,
    similar: settings.maxSimilar,
    // Different calls against the same error count twice as long; see `detectors/stall.ts`.
    stall: finding.results === 'errors' ? 2 * settings.maxStalls : settings.maxRevisits,
  }[finding.detector];
  return Math.min(finding.count, certainAt - 1) / certainAt;
}
