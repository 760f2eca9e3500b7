import type { PresetName } from './presetNames';
import { DEFAULTS } from './defaults';
import type { EngineValues } from './schema';

/** The limit counts earlier duplicates: n of them stop call n + 1. Patterns have a single limit. */
const ladder = (
  windowSize: number,
  maxDuplicates: number,
  minPatternLength: number,
  maxPatternLength: number,
  repetitions: number,
): EngineValues => ({
  windowSize,
  maxRepeats: maxDuplicates + 1,
  minPatternLength,
  maxPatternLength,
  minPatternRepetitions: repetitions,
  maxPatternRepetitions: repetitions,
});

/** The defaults, as a set that undoes what a weaker tier says; it does not switch the guard on or off. */
const RECOMMENDED: EngineValues = Object.fromEntries(
  Object.entries(DEFAULTS).filter(([key]) => key !== 'enabled' && key !== 'preset'),
);

/**
 * The values each preset sets; everything else stays at its default.
 * Where the numbers come from: docs/origins.md. `recommended` is the defaults, which are tuned on recorded sessions.
 */
export const PRESETS: Record<PresetName, EngineValues> = {
  recommended: RECOMMENDED,
  general: { mode: 'chance_then_break', maxRepeats: 3, ttlSeconds: 300 },
  coding: { mode: 'chance_then_break', maxRepeats: 4, ttlSeconds: 600 },
  search: { mode: 'break', maxRepeats: 2, ttlSeconds: 180 },
  api: { mode: 'break', maxRepeats: 3, ttlSeconds: 300 },
  files: { mode: 'chance_then_break', maxRepeats: 3, ttlSeconds: 300 },
  strict: { mode: 'break', maxRepeats: 2, ttlSeconds: 180, similarityThreshold: 0.8 },
  lenient: { mode: 'chance_then_break', maxRepeats: 4, ttlSeconds: 600, similarityThreshold: 0.95 },
  development: { mode: 'warn', maxRepeats: 5, ttlSeconds: 300, similarityThreshold: 0.9 },
  conservative: { ...ladder(15, 4, 3, 5, 3), actions: ['warn', 'warn', 'warn', 'break'] },
  balanced: { ...ladder(10, 2, 2, 5, 2), actions: ['warn', 'warn', 'break'] },
  aggressive: { ...ladder(10, 1, 2, 4, 2), actions: ['warn', 'break'] },
};
