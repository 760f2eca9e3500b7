import { DETECTOR_KEYS } from '../../../engine/rules/registry';
import { settingsSchema } from '../settingsSchema';
import { WARNING_KEYS } from '../warningLimits';

/** Settings that settings.json has as the members of one object. */
export interface SettingObject {
  readonly name: string;
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

/** The object that a setting is a member of. */
export function objectOf(setting: string): SettingObject | undefined {
  return SETTING_OBJECTS.find(({ members }) => members.includes(setting));
}

/** What a member is called in its object. */
export function memberName(setting: string): string {
  return setting.slice(setting.lastIndexOf('.') + 1);
}

/** What settings.json calls a setting: a member stands in its object. */
export function writtenName(setting: string): string {
  const object = objectOf(setting);
  return object === undefined ? setting : `${object.name}.${memberName(setting)}`;
}

/** Every name that settings.json may have under `toolLoopGuard.`: each object stands in place of its first member. */
export const WRITTEN_NAMES: readonly string[] = Object.keys(settingsSchema.shape).flatMap((name) => {
  const object = objectOf(name);
  return object === undefined ? [name] : object.members[0] === name ? [object.name] : [];
});
