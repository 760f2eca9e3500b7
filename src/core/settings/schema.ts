import * as z from 'zod';

/** What the guard does with a call that is certainly part of a loop. */
export type Mode = 'break' | 'chance_then_break' | 'warn';

/** Spellings of a mode that people may write, and the mode each means. */
export const MODE_SPELLINGS = {
  break: 'break',
  block: 'break',
  chance_then_break: 'chance_then_break',
  chance: 'chance_then_break',
  chance_then_block: 'chance_then_break',
  warn: 'warn',
} as const satisfies Record<string, Mode>;

const MODE_DESCRIPTIONS: Record<keyof typeof MODE_SPELLINGS, string> = {
  break: 'The repeated call is not run and the agent is stopped.',
  block: 'Same as break.',
  chance_then_break: 'The repeated call is not run and the model is told how to get out. If it repeats the call all the same, the agent is stopped.',
  chance: 'Same as chance_then_break.',
  chance_then_block: 'Same as chance_then_break.',
  warn: 'The call is run. A warning is shown and logged.',
};

const modeSpelling = z.enum(Object.keys(MODE_SPELLINGS) as [keyof typeof MODE_SPELLINGS, ...(keyof typeof MODE_SPELLINGS)[]]);

/**
 * The settings that every tier may carry: chat command, tool, model, settings.json, environment, default.
 * `meta.environment` names the variable of the environment tier; `meta.weakens` marks settings with which a
 * folder could switch the guard off, which an untrusted workspace must not do.
 */
export const engineSchema = z.object({
  enabled: z
    .boolean()
    .meta({ description: 'Watch tool calls for loops.', environment: 'TOOL_LOOP_DETECTION_ENABLED', default: true }),
  maxRepeats: z
    .int()
    .min(2)
    .max(1000)
    .meta({ description: 'How many identical calls in a row are a loop; the last of them is not run.', environment: 'TOOL_LOOP_MAX_REPEATS', default: 4 }),
  ttlSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .meta({ description: 'Calls older than this many seconds no longer count.', environment: 'TOOL_LOOP_TTL_SECONDS', default: 120 }),
  mode: modeSpelling
    .transform((spelling): Mode => MODE_SPELLINGS[spelling])
    .meta({
      description: 'What to do when a loop is found.',
      environment: 'TOOL_LOOP_MODE',
      default: 'break',
      enumDescriptions: Object.keys(MODE_SPELLINGS).map((spelling) => MODE_DESCRIPTIONS[spelling as keyof typeof MODE_SPELLINGS]),
    }),
});

/** The effective settings that one call is judged by. */
export type EngineSettings = z.output<typeof engineSchema>;
export type EngineKey = keyof EngineSettings;

export const ENGINE_KEYS = Object.keys(engineSchema.shape) as EngineKey[];

/** What `toolOverrides` may say of a tool. */
export const toolOverrideSchema = engineSchema.partial().extend({
  exempt: z.boolean().optional().meta({ description: 'Never judge this tool.' }),
});

/** What `modelOverrides` may say of a model. */
export const modelOverrideSchema = engineSchema.partial();

export type EngineValues = Partial<EngineSettings>;
export type ToolOverride = EngineValues & { readonly exempt?: boolean };

/** Everything under `toolLoopGuard.` in settings.json. */
export const settingsSchema = engineSchema.extend({
  toolOverrides: z.record(z.string().min(1), toolOverrideSchema.partial()).meta({
    description: 'Other values for single tools, by tool name or glob such as "read_*".',
    default: {},
  }),
  modelOverrides: z.record(z.string().min(1), modelOverrideSchema).meta({
    description: 'Other values for single models, by "vendor/family" or "vendor/id", globs allowed, such as "copilot/gpt-*".',
    default: {},
  }),
});

/** The built-in defaults, the weakest tier. */
export const DEFAULTS: EngineSettings = Object.fromEntries(
  ENGINE_KEYS.map((key) => [key, engineSchema.shape[key].meta()?.default]),
) as unknown as EngineSettings;
