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
  recommended: 'The defaults, chosen on recorded sessions.',
  general: 'For mixed work: the model gets a chance first.',
  coding: 'For writing and running code: the model gets a chance first; calls count for longer.',
  search: 'For search tools: stops at the second identical call.',
  api: 'For tools that call services: stops early and without a chance.',
  files: 'For work on files: the model gets a chance first.',
  strict: 'Stops at the second identical call and takes calls for similar sooner.',
  lenient: 'The model gets a chance first; similar calls must be more alike.',
  development: 'Only warns.',
  conservative: 'A ladder: three warnings, then a stop.',
  balanced: 'A ladder: two warnings, then a stop, in a small window.',
  aggressive: 'A ladder: one warning, then a stop, after few repeats.',
};
