import type { EngineSettings } from '../../engine/rules/settings';
import { inEnglish, type Translate } from '../words/language';
import type { ChoiceValue } from './values';

/** Ours first, then those known from other guards. */
export const PRESET_NAMES = [
  'recommended',
  'general',
  'coding',
  'search',
  'api',
  'files',
  'strict',
  'lenient',
  'development',
  'conservative',
  'balanced',
  'aggressive',
] as const;

export type PresetName = (typeof PRESET_NAMES)[number];

export const OFFERED_PRESETS: readonly PresetName[] = ['recommended', 'coding', 'development', 'strict'];

export const MORE_PRESETS: readonly PresetName[] = PRESET_NAMES.filter((name) => !OFFERED_PRESETS.includes(name));

export function presetLabel(preset: PresetName, translate: Translate): string {
  const labels: Partial<Record<PresetName, string>> = {
    recommended: translate('Recommended'),
    coding: translate('Second chance first'),
    development: translate('Warn only'),
    strict: translate('Strict'),
  };
  return labels[preset] ?? preset;
}

export function presetText(preset: PresetName, translate: Translate): string {
  const texts: Record<PresetName, string> = {
    recommended: translate('The defaults, tuned on recorded sessions.'),
    general: translate('For mixed work. Second chance first.'),
    coding: translate('Tells the model to change course before it stops. Longer time window.'),
    search: translate('For search tools. Stops when a call is repeated once.'),
    api: translate('For tools that call services. Stops early, no second chance.'),
    files: translate('For work on files. Second chance first.'),
    strict: translate('Stops when a call is repeated once. Expect wrong stops.'),
    lenient: translate('Second chance first. Calls must be more alike to count as similar.'),
    development: translate('Warns and never blocks.'),
    conservative: translate('Up to four warnings, then a stop.'),
    balanced: translate('Two warnings, then a stop. Warns sooner than the defaults, and compares fewer calls.'),
    aggressive: translate('One warning, then a stop. Warns at the second identical call.'),
  };
  return texts[preset];
}

export const PRESET: ChoiceValue = {
  kind: 'choice',
  default: 'recommended' satisfies PresetName,
  description: 'A starting point for common uses. Any setting you also set in the same settings file overrides it.',
  words: Object.fromEntries(PRESET_NAMES.map((name) => [name, presetText(name, inEnglish)])),
  labels: Object.fromEntries(PRESET_NAMES.map((name) => [name, presetLabel(name, inEnglish)])),
  offered: OFFERED_PRESETS,
};

/** The limit counts earlier duplicates: n of them stop call n + 1. Patterns have a single limit. */
const ladder = (
  windowSize: number,
  maxDuplicates: number,
  minPatternLength: number,
  maxPatternLength: number,
  repetitions: number,
): Partial<EngineSettings> => ({
  windowSize,
  maxRepeats: maxDuplicates + 1,
  minPatternLength,
  maxPatternLength,
  maxPatternRepetitions: repetitions,
});

/** Where the numbers come from: docs/how-it-decides.md. `recommended` is the defaults. */
export const PRESETS: Readonly<Record<Exclude<PresetName, 'recommended'>, Partial<EngineSettings>>> = {
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
