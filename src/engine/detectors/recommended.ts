import type { DetectorSettings } from './registry';

/**
 * Repeats that new answers excuse are excused only up to this many times the threshold. No setting, override
 * or answer of a person changes it while the guard is on.
 */
export const CEILING_FACTOR = 4;

/** What the guard does when nothing else is set. */
export interface Recommended {
  readonly detectors: DetectorSettings;
  /** Calls kept per conversation. */
  readonly windowSize: number;
  /** Calls older than this are forgotten. */
  readonly ttlSeconds: number;
}

/**
 * Tuned on recorded sessions of real agents (`npm run eval`), then rounded. Neighbouring values change the score
 * little; where they were equal the quieter one was taken, as a false stop costs more trust than a late one.
 */
export const recommended: Recommended = {
  detectors: {
    repeat: {
      // Twice may be a slip or a re-check; nobody asks three times for what cannot have changed.
      likely: 3,
      // Real agents do something three times on purpose (instalments, re-sends); at four nobody did.
      certain: 4,
      // Polling and edit-test rounds are over long before; whoever goes on is to be told in any case.
      ceilingFactor: 4,
    },
    cycle: {
      // What is longer is found by `stall` as calls made before.
      minPatternLength: 2,
      maxPatternLength: 5,
      // The second pass with the same answers is the earliest that can be known, and may still be a re-check.
      minPatternRepetitions: 2,
      // A third pass is not.
      certainRepetitions: 3,
      ceilingFactor: 4,
    },
    similar: {
      // The third variation with the same answer shows that what is varied does not matter.
      likely: 3,
      // One more than for identical calls: a variation might still be meant.
      certain: 5,
      algorithm: 'levenshtein',
      // At 0.8 false warnings double and hardly a loop is gained; shared words (jaccard) are looser still.
      similarityThreshold: 0.9,
      normalizeWhitespace: true,
      ignoreCase: true,
      ceilingFactor: 4,
    },
    stall: {
      // Three attempts at one obstacle are fair; the fourth after the same failure three times over is not.
      likely: 4,
      // The same failure three times, and now a call that is known to fail: nothing is even varied. New calls get twice
      // as many.
      certain: 4,
      // Reading over known ground for three rounds happens (a summary, a second look); a fourth adds nothing.
      likelyRevisits: 4,
      // Re-reading harms less than failing, and a second pass over fifteen files, as after a compaction, is no loop
      // yet.
      certainRevisits: 16,
      // Longer than "ok", "done" or {"status":"success"}: acknowledgements that many tools share.
      minAnswerLength: 24,
      ceilingFactor: 4,
    },
  },
  // Room for three passes of a cycle of five and as many other calls. On the recordings 20 already find all but one
  // block.
  windowSize: 40,
  // The recordings carry no times, so there is nothing to tune it on.
  ttlSeconds: 120,
};
