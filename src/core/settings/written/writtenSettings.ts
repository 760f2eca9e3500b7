import * as z from 'zod/mini';
import { settingsSchema } from '../settingsSchema';
import { memberName, SETTING_OBJECTS, type SettingObject, WRITTEN_NAMES } from './settingObjects';

/*
 * What package.json and the documents say of the objects of settings. Kept apart from their names: only these are
 * needed in a window.
 */

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  earlyWarnings:
    'When to warn before a limit is reached. A warning that isn’t set here follows its limit: if you raise the ' +
    'limit, it comes as much later, up to twice as late. Example: `{"warnRepeats": 2}`.',
  limits: 'Limits for the less common kinds of loops. Example: `{"maxWaitSeconds": 1800}`.',
  matching: 'What counts as the same call, and as a cycle. Example: `{"ignoreCase": false}`.',
  messages: 'Your own texts instead of the default messages. Example: `{"guidance": "Ask me before you go on."}`.',
  experimental: 'Features that are being tried out. They can change or go. Example: `{"adaptive": true}`.',
};

const FLAT = settingsSchema.shape as Readonly<Record<string, z.ZodMiniType>>;

/** Everything that settings.json may have under `toolLoopGuard.`. */
export const WRITTEN_SETTINGS: Readonly<Record<string, z.ZodMiniType>> = Object.fromEntries(
  WRITTEN_NAMES.map((name) => {
    const object = SETTING_OBJECTS.find((each) => each.name === name);
    return [name, object === undefined ? (FLAT[name] as z.ZodMiniType) : schemaOf(object)];
  }),
);

function schemaOf({ name: object, members }: SettingObject): z.ZodMiniType {
  const shape = Object.fromEntries(members.map((name) => [memberName(name), z.optional(FLAT[name] as z.ZodMiniType)]));
  return z.strictObject(shape).register(z.globalRegistry, { description: DESCRIPTIONS[object] ?? '', default: {} });
}
