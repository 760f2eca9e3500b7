import * as z from 'zod/mini';
import type { Action, Mode } from '../../engine/rules/settings';
import { detectorRows, detectorsSchema, mainRows } from './detectorSchema';
import { inEnglish } from '../words/language';
import { DEFAULTS } from './defaults';
import {
  ACTION_LABELS,
  aliasesOf,
  modeLabel,
  MODE_DESCRIPTIONS,
  MODE_SPELLINGS,
  type ModeSpelling,
  ACTION_DESCRIPTIONS,
  ACTION_SPELLINGS,
  type ActionSpelling,
} from './mode';
import { MORE_PRESETS, PRESET_DESCRIPTIONS, PRESET_NAMES, presetLabel } from './presetNames';

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
    description: 'Detect and stop tool call loops.',
    environment: 'TOOL_LOOP_DETECTION_ENABLED',
    default: DEFAULTS.enabled,
  }),
  ...mainRows,
  ttlSeconds: z.int().check(z.minimum(1), z.maximum(86_400)).register(z.globalRegistry, {
    description: 'Time window in seconds: a repeat counts if it comes within this time after the call before it.',
    environment: 'TOOL_LOOP_TTL_SECONDS',
    default: DEFAULTS.ttlSeconds,
  }),
  mode: z
    .pipe(
      z.enum(spellings<ModeSpelling>(MODE_SPELLINGS)),
      z.transform((spelling): Mode => MODE_SPELLINGS[spelling]),
    )
    .register(z.globalRegistry, {
      description: 'What to do when a loop is confirmed. To escalate step by step, use `#toolLoopGuard.actions#`.',
      environment: 'TOOL_LOOP_MODE',
      default: DEFAULTS.mode,
      enumDescriptions: spellings(MODE_SPELLINGS).map((spelling) => MODE_DESCRIPTIONS[spelling]),
      enumItemLabels: spellings(MODE_SPELLINGS).map((spelling) => modeLabel(MODE_SPELLINGS[spelling], inEnglish)),
      aliases: aliasesOf(MODE_SPELLINGS),
    }),
  actions: z
    .array(
      z.pipe(
        z.enum(spellings<ActionSpelling>(ACTION_SPELLINGS)).register(z.globalRegistry, {
          enumDescriptions: spellings(ACTION_SPELLINGS).map((spelling) => ACTION_DESCRIPTIONS[spelling]),
          enumItemLabels: spellings(ACTION_SPELLINGS).map((spelling) => ACTION_LABELS[ACTION_SPELLINGS[spelling]]),
          aliases: aliasesOf(ACTION_SPELLINGS),
        }),
        z.transform((spelling): Action => ACTION_SPELLINGS[spelling]),
      ),
    )
    .check(z.maxLength(20))
    .register(z.globalRegistry, {
      description:
        'Escalation: what to do for the first loop in a chat, the second, and so on. The last action repeats. ' +
        'Overrides `#toolLoopGuard.mode#`. Example: `["warn", "warn", "break"]`. Leave empty to use the mode; a ' +
        'possible loop is then a `nudge`, unless the mode is `warn`.',
      default: DEFAULTS.actions,
    }),
  preset: z.enum(PRESET_NAMES).register(z.globalRegistry, {
    description: 'A starting point for common uses. Any setting you also set in the same settings file overrides it.',
    default: DEFAULTS.preset,
    enumDescriptions: PRESET_NAMES.map((name) => PRESET_DESCRIPTIONS[name]),
    enumItemLabels: PRESET_NAMES.map((name) => presetLabel(name, inEnglish)),
    aliases: MORE_PRESETS,
  }),
  windowSize: z.int().check(z.minimum(5), z.maximum(1000)).register(z.globalRegistry, {
    description: 'Number of recent answers whose calls are compared. At least four times `#toolLoopGuard.maxRepeats#`.',
    default: DEFAULTS.windowSize,
  }),
  detectors: detectorsSchema,
  ...detectorRows,
});

/** The values a tier may carry: the engine's settings, and the preset that stands for many of them. */
export type TierSettings = z.output<typeof engineSchema>;
export type EngineKey = keyof TierSettings;

export type EngineValues = Partial<TierSettings>;

/** What `toolOverrides` may say of a tool. */
export const toolOverrideSchema = z.extend(z.partial(engineSchema), {
  exempt: z.optional(z.boolean()).register(z.globalRegistry, { description: 'Never check this tool.' }),
});

/** What `modelOverrides` may say of a model. */
export const modelOverrideSchema = z.partial(engineSchema);

export type ToolOverride = EngineValues & { readonly exempt?: boolean };
