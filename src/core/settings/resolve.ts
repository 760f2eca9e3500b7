import type { ModelName } from '../call';
import type { Configuration, Origin, Override, Tier } from './configuration';
import { ENGINE_KEYS, type EngineKey, type EngineSettings, type EngineValues, type ToolOverride } from './schema';

/** The settings one call is judged by, each with where it comes from. */
export interface EffectiveSettings {
  readonly values: EngineSettings;
  readonly origins: Readonly<Record<EngineKey, Origin>>;
  /** The tool is never judged. */
  readonly exempt: boolean;
}

/**
 * Finds the effective value of every setting.
 * Precedence: chat command of the conversation, tool, model, folder, workspace, user, environment, default
 * (seed 000, "Effective config resolution", widened by tools).
 *
 * @param tool undefined when the question is not about one tool
 * @param model undefined when the surface does not know the model; then no model override applies
 */
export function resolveSettings(
  configuration: Configuration,
  conversation: EngineValues,
  tool: string | undefined,
  model: ModelName | undefined,
): EffectiveSettings {
  const forTool = tool === undefined ? [] : configuration.toolOverrides.filter(({ matches }) => matches(tool));
  const forModel = model === undefined ? [] : configuration.modelOverrides.filter(({ matches }) => modelNames(model).some(matches));
  const tiers: Tier[] = [
    { origin: { kind: 'conversation' }, values: conversation },
    ...forTool.map(({ pattern, values }): Tier => ({ origin: { kind: 'tool', pattern }, values })),
    ...forModel.map(({ pattern, values }): Tier => ({ origin: { kind: 'model', pattern }, values })),
    ...configuration.tiers,
  ];
  const values: Record<string, unknown> = {};
  const origins: Partial<Record<EngineKey, Origin>> = {};
  for (const key of ENGINE_KEYS) {
    const tier = tiers.find((candidate) => candidate.values[key] !== undefined);
    values[key] = tier?.values[key];
    origins[key] = tier?.origin ?? { kind: 'default' };
  }
  return {
    values: values as unknown as EngineSettings,
    origins: origins as Record<EngineKey, Origin>,
    exempt: firstExempt(forTool),
  };
}

/** True when the guard could have to judge a call somewhere: if not, nothing needs to be watched at all. */
export function mayBeEnabled(configuration: Configuration, conversations: Iterable<EngineValues>): boolean {
  return (
    resolveSettings(configuration, {}, undefined, undefined).values.enabled ||
    [...configuration.toolOverrides, ...configuration.modelOverrides].some(({ values }) => values.enabled === true) ||
    [...conversations].some((values) => values.enabled === true)
  );
}

function firstExempt(overrides: readonly Override<ToolOverride>[]): boolean {
  return overrides.find(({ values }) => values.exempt !== undefined)?.values.exempt === true;
}

/** What `modelOverrides` may name a model by. */
function modelNames(model: ModelName): string[] {
  return [`${model.vendor}/${model.family}`, `${model.vendor}/${model.id}`];
}
