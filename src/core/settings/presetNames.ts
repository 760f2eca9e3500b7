/** Names of the presets, ours first, then those of seeds 001 and 002. */
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
