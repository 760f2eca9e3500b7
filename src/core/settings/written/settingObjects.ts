import { DETECTOR_KEYS } from '../../../engine/rules/registry';
import { settingsSchema } from '../settingsSchema';
import { WARNING_KEYS } from '../warningLimits';

/** Settings that settings.json has as the members of one object. */
export interface SettingObject {
  readonly name: string;
  /** The settings by their own names, which are still read next to the object. */
  readonly members: readonly string[];
}

/** Limits that stand for themselves: those that people have known from the start, and that they change most. */
const LIMITS_BY_THEMSELVES: readonly string[] = [
  'maxRepeats',
  'maxPatternRepetitions',
  'maxSimilar',
  'maxStalls',
  'maxRevisits',
  'maxObstacles',
];

/** Everything that is rarely set, by the object that it belongs to. */
export const SETTING_OBJECTS: readonly SettingObject[] = [
  {
    name: 'earlyWarnings',
    members: WARNING_KEYS,
  },
  {
    name: 'limits',
    members: DETECTOR_KEYS.filter((key) => /^max(?!PatternLength)/.test(key) && !LIMITS_BY_THEMSELVES.includes(key)),
  },
  {
    name: 'matching',
    members: [
      'minPatternLength',
      'maxPatternLength',
      'similarityAlgorithm',
      'similarityThreshold',
      'normalizeWhitespace',
      'ignoreCase',
      'windowSize',
    ],
  },
  {
    name: 'messages',
    members: ['messages.block', 'messages.warning', 'messages.guidance'],
  },
  {
    name: 'experimental',
    members: ['selfAwareness', 'adaptive', 'watchCodexChats'],
  },
];

/** Settings with another successor than an object. */
const REPLACED = ['repeatingText', 'statusBar', 'telemetryEndpoint'];

/** The names that are still read, but no longer offered. */
export const OLD_NAMES: ReadonlySet<string> = new Set([
  ...SETTING_OBJECTS.flatMap(({ members }) => members),
  ...REPLACED,
]);

/** The object that a setting is a member of. */
export function objectOf(setting: string): SettingObject | undefined {
  return SETTING_OBJECTS.find(({ members }) => members.includes(setting));
}

/** What a member is called in its object. */
export function memberName(setting: string): string {
  return setting.slice(setting.lastIndexOf('.') + 1);
}

/** Every name that settings.json may have under `toolLoopGuard.`: each object stands before its first member. */
export const WRITTEN_NAMES: readonly string[] = Object.keys(settingsSchema.shape).flatMap((name) => {
  const object = objectOf(name);
  return object?.members[0] === name ? [object.name, name] : [name];
});
