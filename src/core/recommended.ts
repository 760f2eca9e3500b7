import type { DetectorSettings } from './detectors/registry';

/** What the guard does when nobody said otherwise. */
export interface Recommended {
  readonly detectors: DetectorSettings;
  readonly windowSize: number;
  readonly ttlSeconds: number;
}

export const recommended: Recommended = {
  detectors: {
    repeat: { likely: 3, certain: 4, ceilingFactor: 4 },
    cycle: { minPatternLength: 2, maxPatternLength: 5, minPatternRepetitions: 2, certainRepetitions: 3, ceilingFactor: 4 },
    similar: {
      likely: 3,
      certain: 6,
      algorithm: 'levenshtein',
      similarityThreshold: 0.9,
      normalizeWhitespace: true,
      ignoreCase: true,
    },
    stall: { likely: 4, certain: 6, minAnswerLength: 24 },
  },
  windowSize: 40,
  ttlSeconds: 600,
};
