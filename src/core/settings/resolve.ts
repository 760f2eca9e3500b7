import { callsNeeded } from '../../engine/rules/registry';
import type { ModelName } from '../../engine/facts/call';
import type { EngineSettings } from '../../engine/rules/settings';
import type { Configuration, Origin, Origins, Override, Tier } from './configuration';
import { ENGINE_KEYS, DEFAULTS } from './defaults';
import type { EngineKey, TierSettings, EngineValues, ToolOverride } from './schema';
import type { PresetName } from './presetNames';
import { followingWarnings } from './warningLimits';

/** The settings one call is checked by, each with where it comes from. */
export interface EffectiveSettings {
  readonly values: TierSettings;
  readonly origins: Origins;
  /** The tool is never checked. */
  readonly exempt: boolean;
}

/**
 * Effective values carry along where they come from. The engine hands values on as they are and knows nothing of this;
 * values that were written down and read again have lost it.
 */
const ORIGINS: unique symbol = Symbol('origins');

/** Where each of the effective values comes from, as far as it is still known. */
export function originsOf(values: EngineSettings): Origins | undefined {
  return (values as { readonly [ORIGINS]?: Origins })[ORIGINS];
}

/**
 * Finds the effective value of every setting.
 * Precedence: machine-wide settings, chat command of the conversation, tool, model, folder, workspace, user,
 * environment, default.
 *
 * @param names what the tool goes by in overrides; empty when the question is not about one tool
 * @param model undefined when the surface does not know the model; then no model override applies
 */
export function resolveSettings(
  configuration: Configuration,
  conversation: EngineValues,
  names: readonly string[],
  model: ModelName | undefined,
): EffectiveSettings {
  const forTool = configuration.toolOverrides.filter(({ matches }) => names.some(matches));
  const forModel =
    model === undefined ? [] : configuration.modelOverrides.filter(({ matches }) => modelNames(model).some(matches));
  const { machine } = configuration;
  const overrides = {
    toolOverrides: forTool.map(({ pattern, values }): Tier => ({ origin: { kind: 'tool', pattern }, values })),
    modelOverrides: forModel.map(({ pattern, values }): Tier => ({ origin: { kind: 'model', pattern }, values })),
  };
  const overridesOf = (isMachine: boolean): Tier[] =>
    (['toolOverrides', 'modelOverrides'] as const).flatMap((name) =>
      (machine?.names.has(name) ?? false) === isMachine ? overrides[name] : [],
    );
  const tiers: Tier[] = [
    ...(machine === undefined ? [] : [...overridesOf(true), machine]),
    { origin: { kind: 'conversation' }, values: conversation },
    ...overridesOf(false),
    ...configuration.tiers,
  ];
  const expanded = tiers.flatMap(withPreset);
  const values: Record<string, unknown> = {};
  const origins: Partial<Record<EngineKey, Origin>> = {};
  const strength = (key: EngineKey): number => expanded.findIndex((tier) => tier.values[key] !== undefined);
  for (const key of ENGINE_KEYS) {
    const tier = expanded[strength(key)];
    values[key] = tier?.values[key];
    origins[key] = tier?.origin ?? { kind: 'default' };
  }
  if (strength('mode') < strength('actions')) {
    // Both say what to do with a loop: the one that was said in the stronger tier holds.
    values['actions'] = [];
    origins.actions = origins.mode as Origin;
  }
  const isSet = (key: EngineKey): boolean => !isLeftAlone(origins[key], values[key] === DEFAULTS[key]);
  const isFixed = (key: EngineKey): boolean => origins[key]?.kind === 'tool' || origins[key]?.kind === 'preset';
  for (const { key, limit, value } of followingWarnings(values as unknown as TierSettings, isSet, isFixed)) {
    values[key] = value;
    origins[key] = { kind: 'limit', limit };
  }
  Object.defineProperty(values, ORIGINS, { value: origins });
  return {
    values: values as unknown as TierSettings,
    origins: origins as Origins,
    exempt: firstExempt(forTool),
  };
}

/** Nobody has set the value; a preset that stands for the defaults sets none of its own. */
function isLeftAlone(origin: Origin | undefined, isDefault: boolean): boolean {
  return origin?.kind === 'default' || (origin?.kind === 'preset' && isDefault);
}

/** The values of a preset stand right behind those written next to its name. */
function withPreset(tier: Tier): Tier[] {
  const name = tier.values.preset;
  if (name === undefined || tier.origin.kind === 'default') {
    return [tier];
  }
  return [tier, { origin: { kind: 'preset', name, of: tier.origin }, values: PRESETS[name] }];
}

/**
 * How many calls, and for how many seconds, a conversation must keep so that every tool can be judged by its own
 * settings.
 */
export function retention(
  configuration: Configuration,
  effective: EffectiveSettings,
): { calls: number; ttlSeconds: number } {
  const overrides: EngineValues[] = [...configuration.toolOverrides, ...configuration.modelOverrides].map(
    ({ values }) => values,
  );
  const possible = [effective.values, ...overrides.map((values) => ({ ...effective.values, ...values }))];
  return {
    calls: Math.max(...possible.map((values) => Math.max(values.windowSize, callsNeeded(values)))),
    ttlSeconds: Math.max(...possible.map(({ ttlSeconds }) => ttlSeconds)),
  };
}

/** The operation of a call, for a tool that has an argument naming it. */
export function operationOf(configuration: Configuration, tool: string, callArguments: unknown): string | undefined {
  const field = configuration.operationFields.find(({ matches }) => matches(tool))?.values;
  if (field === undefined || field === '' || typeof callArguments !== 'object' || callArguments === null) {
    return undefined;
  }
  const operation = (callArguments as Record<string, unknown>)[field];
  return typeof operation === 'string' && operation !== '' ? operation.slice(0, 100) : undefined;
}

/** The command of a call, where an override may name one as `tool: command`. */
export function commandOf({ toolOverrides }: Configuration, callArguments: unknown): string | undefined {
  if (!toolOverrides.some(({ pattern }) => pattern.includes(': '))) {
    return undefined;
  }
  const { command, cmd = command } = (callArguments ?? {}) as { readonly command?: unknown; readonly cmd?: unknown };
  const text = Array.isArray(cmd) ? cmd.join(' ') : cmd;
  return typeof text === 'string' ? text.trim() : undefined;
}

/** Names of the arguments of a tool that a setting says to ignore, by one of its names. */
export function ignoredOf(
  configuration: Pick<Configuration, 'ignoredArguments'>,
  ...names: readonly string[]
): readonly string[] {
  return configuration.ignoredArguments.find(({ matches }) => names.some(matches))?.values ?? [];
}

/** True when the guard could have to judge a call somewhere: if not, nothing needs to be watched at all. */
export function mayBeEnabled(configuration: Configuration, conversations: Iterable<EngineValues>): boolean {
  return (
    resolveSettings(configuration, {}, [], undefined).values.enabled ||
    [...configuration.toolOverrides, ...configuration.modelOverrides].some(({ values }) => values.enabled === true) ||
    [...conversations].some((values) => values.enabled === true)
  );
}

function firstExempt(overrides: readonly Override<ToolOverride>[]): boolean {
  return overrides.find(({ values }) => values.exempt !== undefined)?.values.exempt === true;
}

/** What `modelOverrides` may name a model by. */
export function modelNames(model: ModelName): string[] {
  return [`${model.vendor}/${model.family}`, `${model.vendor}/${model.id}`];
}

/** The limit counts earlier duplicates: n of them stop call n + 1. Patterns have a single limit. */
const ladder = (
  windowSize: number,
  maxDuplicates: number,
  minPatternLength: number,
  maxPatternLength: number,
  repetitions: number,
): EngineValues => ({
  windowSize,
  maxRepeats: maxDuplicates + 1,
  minPatternLength,
  maxPatternLength,
  minPatternRepetitions: repetitions,
  maxPatternRepetitions: repetitions,
});

/** The defaults, as a set that undoes what a weaker tier says; it does not switch the guard on or off. */
const RECOMMENDED: EngineValues = Object.fromEntries(
  Object.entries(DEFAULTS).filter(([key]) => key !== 'enabled' && key !== 'preset'),
);

/**
 * The values each preset sets; everything else stays at its default.
 * Where the numbers come from: docs/how-it-decides.md. `recommended` is the defaults, which are tuned on recorded
 * sessions.
 */
const PRESETS: Record<PresetName, EngineValues> = {
  recommended: RECOMMENDED,
  general: { mode: 'chance_then_break', maxRepeats: 3, ttlSeconds: 300 },
  coding: { mode: 'chance_then_break', maxRepeats: 4, ttlSeconds: 600 },
  search: { mode: 'break', maxRepeats: 2, ttlSeconds: 180 },
  api: { mode: 'break', maxRepeats: 3, ttlSeconds: 300 },
  files: { mode: 'chance_then_break', maxRepeats: 3, ttlSeconds: 300 },
  strict: { mode: 'break', maxRepeats: 2, ttlSeconds: 180, similarityThreshold: 0.8 },
  lenient: { mode: 'chance_then_break', maxRepeats: 4, ttlSeconds: 600, similarityThreshold: 0.95 },
  development: { mode: 'warn', maxRepeats: 5, ttlSeconds: 300, similarityThreshold: 0.9 },
  conservative: { ...ladder(15, 4, 3, 5, 3), actions: ['warn', 'warn', 'warn', 'break'] },
  balanced: { ...ladder(10, 2, 2, 5, 2), actions: ['warn', 'warn', 'break'] },
  aggressive: { ...ladder(10, 1, 2, 4, 2), actions: ['warn', 'break'] },
};
