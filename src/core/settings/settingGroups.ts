import { DETECTOR_KEYS } from '../../engine/detectors/registry';

/** Settings that the Settings editor lists together. */
interface SettingGroup {
  /**
   * Behind `settings.` in package.nls.json; undefined: the group of the product's own name, which VS Code shows first.
   */
  readonly key?: string;
  readonly title?: string;
  /** Names of settings, or what they begin with when it ends with a dot. */
  readonly settings: readonly string[];
}

/** What the Settings editor shows at once. All others are advanced: shown on request, and in settings.json. */
const MAIN_SETTINGS: readonly string[] = [
  'enabled',
  'mode',
  'maxRepeats',
  'preset',
  'toolOverrides',
  'guardedModels',
  'recordConversations',
];

const COMPARISON_SETTINGS: readonly string[] = [
  'similarityAlgorithm',
  'similarityThreshold',
  'normalizeWhitespace',
  'ignoreCase',
  'ignoredArguments',
  'operationFields',
];

/** Where the Settings editor shows a setting. What no group names is among the limits. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  { settings: MAIN_SETTINGS },
  {
    key: 'limits',
    title: 'Limits',
    settings: DETECTOR_KEYS.filter((key) => !MAIN_SETTINGS.includes(key) && !COMPARISON_SETTINGS.includes(key)),
  },
  { key: 'comparison', title: 'Comparison', settings: COMPARISON_SETTINGS },
  { key: 'overrides', title: 'Overrides', settings: ['modelOverrides', 'alwaysAllowedTools', 'adaptive'] },
  {
    key: 'messages',
    title: 'Messages',
    settings: ['messages.', 'selfAwareness', 'repeatingText', 'maxTextRepetitions', 'statusBar'],
  },
];

const LIMITS = SETTING_GROUPS.findIndex(({ key }) => key === 'limits');

/** Which of the groups a setting stands in. */
export function groupOf(name: string): number {
  const group = SETTING_GROUPS.findIndex(({ settings }) =>
    settings.some((setting) => setting === name || (setting.endsWith('.') && name.startsWith(setting))),
  );
  return group === -1 ? LIMITS : group;
}

/** Where a setting stands among all of them: the main ones as they are listed above, the others as in the schema. */
export function orderOf(name: string, names: readonly string[]): number {
  const main = MAIN_SETTINGS.indexOf(name);
  return main === -1 ? MAIN_SETTINGS.length + names.indexOf(name) : main;
}

/** What VS Code finds a setting by: `@tag:advanced` is what its Settings editor hides at first. */
export function tagsOf(name: string): string[] {
  return [...(MAIN_SETTINGS.includes(name) ? [] : ['advanced']), ...(name === 'adaptive' ? ['experimental'] : [])];
}
