/** Names of the presets: ours first, then those known from other guards. */
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

/** What each preset is for, as the settings editor shows it. */
export const PRESET_DESCRIPTIONS: Record<PresetName, string> = {
  recommended: 'The defaults, tuned on recorded sessions.',
  general: 'For mixed work. Second chance first.',
  coding: 'For writing and running code. Second chance first, longer time window.',
  search: 'For search tools. Stops at the second identical call.',
  api: 'For tools that call services. Stops early, no second chance.',
  files: 'For work on files. Second chance first.',
  strict: 'Stops at the second identical call. Calls count as similar sooner.',
  lenient: 'Second chance first. Calls must be more alike to count as similar.',
  development: 'Warns and never blocks.',
  conservative: 'Three warnings, then a stop.',
  balanced: 'Two warnings, then a stop. Warns sooner than the defaults, and compares fewer calls.',
  aggressive: 'One warning, then a stop. Warns at the second identical call.',
};
