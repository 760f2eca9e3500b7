import { inEnglish, type Translate } from '../words/language';

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

/** What each preset is for, in plain words. */
export function presetText(preset: PresetName, translate: Translate): string {
  switch (preset) {
    case 'recommended':
      return translate('The defaults, tuned on recorded sessions.');
    case 'general':
      return translate('For mixed work. Second chance first.');
    case 'coding':
      return translate('For writing and running code. Second chance first, longer time window.');
    case 'search':
      return translate('For search tools. Stops at the second identical call.');
    case 'api':
      return translate('For tools that call services. Stops early, no second chance.');
    case 'files':
      return translate('For work on files. Second chance first.');
    case 'strict':
      return translate('Stops at the second identical call. Calls count as similar sooner.');
    case 'lenient':
      return translate('Second chance first. Calls must be more alike to count as similar.');
    case 'development':
      return translate('Warns and never blocks.');
    case 'conservative':
      return translate('Three warnings, then a stop.');
    case 'balanced':
      return translate('Two warnings, then a stop. Warns sooner than the defaults, and compares fewer calls.');
    case 'aggressive':
      return translate('One warning, then a stop. Warns at the second identical call.');
  }
}

/** What each preset is for, as the Settings editor shows it. */
export const PRESET_DESCRIPTIONS = Object.fromEntries(
  PRESET_NAMES.map((name) => [name, presetText(name, inEnglish)]),
) as Record<PresetName, string>;

/** A group of presets, where one is picked. */
export interface PresetGroup {
  readonly title: string;
  readonly presets: readonly PresetName[];
}

/** All presets, in groups. */
export function presetGroups(translate: Translate): readonly PresetGroup[] {
  return [
    { title: translate('General'), presets: ['recommended', 'strict', 'lenient', 'development'] },
    { title: translate('By tool type'), presets: ['general', 'coding', 'search', 'api', 'files'] },
    { title: translate('Escalating'), presets: ['conservative', 'balanced', 'aggressive'] },
  ];
}
