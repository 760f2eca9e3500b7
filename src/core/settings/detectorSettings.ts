import { CEILING_FACTOR, recommended } from '../../engine/detectors/recommended';
import type { EngineSettings } from '../../engine/settings';
import type { DetectorSettings } from '../../engine/detectors/registry';

/**
 * The engine's flat settings as each detector wants them; a detector that is left out is off.
 * @param hasOperation the settings are for calls of a tool that names its operation
 */
export function detectorSettings(settings: EngineSettings, hasOperation: boolean): Partial<DetectorSettings> {
  const all: DetectorSettings = {
    repeat: { likely: settings.warnRepeats, certain: settings.maxRepeats, ceilingFactor: CEILING_FACTOR },
    cycle: {
      minPatternLength: settings.minPatternLength,
      maxPatternLength: settings.maxPatternLength,
      minPatternRepetitions: settings.minPatternRepetitions,
      certainRepetitions: settings.maxPatternRepetitions,
      ceilingFactor: CEILING_FACTOR,
    },
    similar: {
      likely: settings.warnSimilar,
      certain: settings.maxSimilar,
      algorithm: settings.similarityAlgorithm,
      similarityThreshold: settings.similarityThreshold,
      normalizeWhitespace: settings.normalizeWhitespace,
      ignoreCase: settings.ignoreCase,
      ceilingFactor: CEILING_FACTOR,
    },
    stall: {
      likely: settings.warnStalls,
      certain: settings.maxStalls,
      likelyRevisits: settings.warnRevisits,
      certainRevisits: settings.maxRevisits,
      minAnswerLength: recommended.detectors.stall.minAnswerLength,
      ceilingFactor: CEILING_FACTOR,
    },
  };
  // The same operation with other data is the work such a tool is made for; only identical calls of it repeat.
  const on = settings.detectors.filter((id) => id !== 'similar' || !hasOperation);
  return Object.fromEntries(on.map((id) => [id, all[id]]));
}
