import * as z from 'zod/mini';
import { DETECTOR_KEYS } from '../../../engine/rules/registry';
import { settingsSchema } from '../settingsSchema';
import { WARNING_KEYS } from '../warningLimits';

/** Settings that settings.json has as the members of one object. */
export interface SettingObject {
  readonly name: string;
  readonly description: string;
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
    description:
      'When to warn before a limit is reached. A warning that isn’t set here follows its limit: if you raise the ' +
      'limit, it comes as much later, up to twice as late. Example: `{"warnRepeats": 2}`.',
    members: WARNING_KEYS,
  },
  {
    name: 'limits',
    description: 'Limits for the less common kinds of loops. Example: `{"maxWaitSeconds": 1800}`.',
    members: DETECTOR_KEYS.filter((key) => /^max(?!PatternLength)/.test(key) && !LIMITS_BY_THEMSELVES.includes(key)),
  },
  {
    name: 'matching',
    description: 'What counts as the same call, and as a cycle. Example: `{"ignoreCase": false}`.',
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
    description: 'Your own texts instead of the default messages. Example: `{"guidance": "Ask me before you go on."}`.',
    members: ['messages.block', 'messages.warning', 'messages.guidance'],
  },
  {
    name: 'experimental',
    description: 'Features that are being tried out. They can change or go. Example: `{"adaptive": true}`.',
    members: ['selfAwareness', 'adaptive'],
  },
];

/** Settings with another successor than an object, and what to do instead, as Markdown. */
export const REPLACED_SETTINGS: Readonly<Record<string, string>> = {
  repeatingText: 'Set `#toolLoopGuard.maxTextRepetitions#` to 0 to turn this off. The old setting still works.',
  statusBar: 'To hide the shield, right-click the status bar. The old setting still works.',
  telemetryEndpoint: 'Set `#toolLoopGuard.telemetry#` to the address. The old setting still works.',
};

/** The names that are still read, but no longer offered. */
export const OLD_NAMES: ReadonlySet<string> = new Set([
  ...SETTING_OBJECTS.flatMap(({ members }) => members),
  ...Object.keys(REPLACED_SETTINGS),
]);

/** The object that a setting is a member of. */
export function objectOf(setting: string): SettingObject | undefined {
  return SETTING_OBJECTS.find(({ members }) => members.includes(setting));
}

/** What a member is called in its object. */
export function memberName(setting: string): string {
  return setting.slice(setting.lastIndexOf('.') + 1);
}

const FLAT = settingsSchema.shape as Readonly<Record<string, z.ZodMiniType>>;

/** Everything that settings.json may have under `toolLoopGuard.`: each object stands before its first member. */
export const WRITTEN_SETTINGS: Readonly<Record<string, z.ZodMiniType>> = Object.fromEntries(
  Object.entries(FLAT).flatMap(([name, schema]) => {
    const object = objectOf(name);
    return object?.members[0] === name
      ? [
          [object.name, schemaOf(object)],
          [name, schema],
        ]
      : [[name, schema]];
  }),
);

function schemaOf({ members, description }: SettingObject): z.ZodMiniType {
  const shape = Object.fromEntries(members.map((name) => [memberName(name), z.optional(FLAT[name] as z.ZodMiniType)]));
  return z.strictObject(shape).register(z.globalRegistry, { description, default: {} });
}
