import * as z from 'zod/mini';
import type { Action, Mode, SettingKey } from '../../engine/settings';
import { detectorRows, detectorsSchema, mainRows } from './detectorSchema';
import {
  MODE_DESCRIPTIONS,
  MODE_SPELLINGS,
  type ModeSpelling,
  ACTION_DESCRIPTIONS,
  ACTION_SPELLINGS,
  type ActionSpelling,
} from './mode';
import { settingMeta } from './settingMeta';
import { PRESET_DESCRIPTIONS, PRESET_NAMES } from './presetNames';

// Otherwise zod makes programs out of schemas with `new Function`; nothing here runs a text.
z.config({ jitless: true });

const spellings = <Name extends string>(table: Record<Name, unknown>): [Name, ...Name[]] =>
  Object.keys(table) as [Name, ...Name[]];

/**
 * The settings that every tier may carry: chat command, tool, model, settings.json, environment, default.
 * This is the only list of them. `meta.environment` names the variable of the environment tier.
 */
export const engineSchema = z.object({
  enabled: z.boolean().register(z.globalRegistry, {
    description: 'Watch tool calls for loops.',
    environment: 'TOOL_LOOP_DETECTION_ENABLED',
    default: true,
  }),
  ...mainRows,
  ttlSeconds: z.int().check(z.minimum(1), z.maximum(86_400)).register(z.globalRegistry, {
    description: 'Calls older than this many seconds no longer count.',
    environment: 'TOOL_LOOP_TTL_SECONDS',
    default: 120,
  }),
  mode: z
    .pipe(
      z.enum(spellings<ModeSpelling>(MODE_SPELLINGS)),
      z.transform((spelling): Mode => MODE_SPELLINGS[spelling]),
    )
    .register(z.globalRegistry, {
      description: 'What to do when a loop is certain. `#toolLoopGuard.actions#` can say it step by step instead.',
      environment: 'TOOL_LOOP_MODE',
      default: 'break',
      enumDescriptions: spellings(MODE_SPELLINGS).map((spelling) => MODE_DESCRIPTIONS[spelling]),
    }),
  actions: z
    .array(
      z.pipe(
        z.enum(spellings<ActionSpelling>(ACTION_SPELLINGS)).register(z.globalRegistry, {
          enumDescriptions: spellings(ACTION_SPELLINGS).map((spelling) => ACTION_DESCRIPTIONS[spelling]),
        }),
        z.transform((spelling): Action => ACTION_SPELLINGS[spelling]),
      ),
    )
    .check(z.maxLength(20))
    .register(z.globalRegistry, {
      description:
        'A ladder instead of `#toolLoopGuard.mode#`: what to do at the first certain detection of a ' +
        'conversation, the second, and so on; the last rung stays. Example: `["warn", "warn", "break"]`. ' +
        'Empty: the mode decides, and a loop that is only likely is a `nudge` unless the mode is `warn`.',
      default: [],
    }),
  preset: z.enum(PRESET_NAMES).register(z.globalRegistry, {
    description: 'A set of values for a use. What is set beside it in the same place wins.',
    default: 'recommended',
    enumDescriptions: PRESET_NAMES.map((name) => PRESET_DESCRIPTIONS[name]),
  }),
  windowSize: z.int().check(z.minimum(5), z.maximum(1000)).register(z.globalRegistry, {
    description: 'How many calls of a conversation are remembered; at least four times `#toolLoopGuard.maxRepeats#`.',
    // Room for three passes of a cycle of five and as many other calls.
    default: 40,
  }),
  detectors: detectorsSchema,
  ...detectorRows,
});

/** The values a tier may carry: the engine's settings, and the preset that stands for many of them. */
export type TierSettings = z.output<typeof engineSchema>;
export type EngineKey = keyof TierSettings;

export const ENGINE_KEYS = Object.keys(engineSchema.shape) as EngineKey[];

/** The settings that a call is judged by: all but the preset, whose values stand among them. */
export const JUDGED_KEYS = ENGINE_KEYS.filter((key): key is SettingKey => key !== 'preset');

export type EngineValues = Partial<TierSettings>;

/** What `toolOverrides` may say of a tool. */
export const toolOverrideSchema = z.extend(z.partial(engineSchema), {
  exempt: z.optional(z.boolean()).register(z.globalRegistry, { description: 'Never judge this tool.' }),
});

/** What `modelOverrides` may say of a model. */
export const modelOverrideSchema = z.partial(engineSchema);

export type ToolOverride = EngineValues & { readonly exempt?: boolean };

/** The built-in defaults, the weakest tier. */
export const DEFAULTS: TierSettings = Object.fromEntries(
  ENGINE_KEYS.map((key) => [key, settingMeta(engineSchema.shape[key]).default]),
) as unknown as TierSettings;
