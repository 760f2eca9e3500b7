import { callsNeeded, DETECTOR_IDS, type DetectorId } from '../../engine/rules/registry';
import type { ModelName } from '../../engine/facts/call';
import type { EngineSettings } from '../../engine/rules/settings';
import type { Translate } from '../words/language';
import { codeSpan } from '../words/pages/markdown';
import type { Configuration, Origin, Origins, Tier } from './configuration';
import { presetLabel, PRESETS } from './presets';
import {
  DEFAULTS,
  type DetectorSwitches,
  ENGINE_KEYS,
  type EngineKey,
  type EngineValues,
  rowOf,
  type TierSettings,
  type ToolSettings,
} from './table';

export interface EffectiveSettings {
  readonly values: TierSettings;
  readonly origins: Origins;
  readonly exempt: boolean;
}

/** Origins travel with the values through the engine, which doesn't know them. Stored values lose them. */
const ORIGINS: unique symbol = Symbol('origins');

export function originsOf(values: EngineSettings): Origins | undefined {
  return (values as { readonly [ORIGINS]?: Origins })[ORIGINS];
}

/**
 * Precedence: machine-wide settings, chat command, tool, model, folder, workspace, user, environment, default.
 * @param names what the tool goes by in `tools`, the most specific first; empty if this isn't about one tool
 * @param model undefined if the surface doesn't know it; then no model override applies
 */
export function resolveSettings(
  configuration: Configuration,
  conversation: EngineValues,
  names: readonly string[],
  model: ModelName | undefined,
): EffectiveSettings {
  const { machine } = configuration;
  const tool = names.at(-1) ?? '';
  // An override for the operation is more specific than one for the tool; of equal ones, the one in the same case.
  const rank = ({ pattern, matches }: (typeof configuration.tools)[number]): number =>
    (matches(tool) ? 2 : 0) + (names.includes(pattern) ? 0 : 1);
  const ofTool = configuration.tools
    .filter(({ matches }) => names.some(matches))
    .sort((one, other) => rank(one) - rank(other));
  const ofModel = configuration.modelOverrides.filter(
    ({ matches }) => model !== undefined && modelNames(model).some(matches),
  );
  const overrides = {
    tools: ofTool.map(({ pattern, values }): Tier => ({ origin: { kind: 'tool', pattern }, values })),
    modelOverrides: ofModel.map(({ pattern, values }): Tier => ({ origin: { kind: 'model', pattern }, values })),
  };
  const overridesOf = (isMachine: boolean): Tier[] =>
    (['tools', 'modelOverrides'] as const).flatMap((name) =>
      (machine?.names.has(name) ?? false) === isMachine ? overrides[name] : [],
    );
  const tiers = [
    ...(machine === undefined ? [] : [...overridesOf(true), machine]),
    { origin: { kind: 'conversation' } as const, values: conversation },
    ...overridesOf(false),
    ...configuration.tiers,
  ].flatMap(withPreset);

  const values: Record<string, unknown> = {};
  const origins: Partial<Record<EngineKey, Origin>> = {};
  const strength = (key: EngineKey): number => tiers.findIndex((tier) => tier.values[key] !== undefined);
  for (const key of ENGINE_KEYS) {
    const tier = tiers[strength(key)];
    values[key] = tier?.values[key];
    origins[key] = tier?.origin ?? { kind: 'default' };
  }
  values['detectors'] = detectorsOf(tiers);
  if (strength('mode') < strength('actions')) {
    // Both say what to do about a loop: the one set in the stronger tier applies.
    values['actions'] = [];
    origins.actions = origins.mode as Origin;
  }
  Object.defineProperty(values, ORIGINS, { value: origins });
  return {
    values: values as unknown as TierSettings,
    origins: origins as Origins,
    exempt: ofTool.find(({ values: { exempt } }) => exempt !== undefined)?.values.exempt === true,
  };
}

/** A preset's values come right after those set in the same tier. */
function withPreset(tier: Tier): Tier[] {
  const name = tier.values.preset;
  if (name === undefined || tier.origin.kind === 'default') {
    return [tier];
  }
  // `recommended` overrides weaker tiers, but doesn't turn the guard on or off.
  const values = name === 'recommended' ? { ...DEFAULTS, enabled: undefined, preset: undefined } : PRESETS[name];
  return [tier, { origin: { kind: 'preset', name, of: tier.origin }, values: values as EngineValues }];
}

/** The strongest tier that names a detector decides; a list names all of them. */
function detectorsOf(strongestFirst: readonly Tier[]): DetectorId[] {
  const switches = strongestFirst.map(({ values: { detectors = {} } }): DetectorSwitches =>
    isList(detectors) ? Object.fromEntries(DETECTOR_IDS.map((id) => [id, detectors.includes(id)])) : detectors,
  );
  return DETECTOR_IDS.filter((id) => switches.find((each) => each[id] !== undefined)?.[id] === true);
}

function isList(detectors: NonNullable<EngineValues['detectors']>): detectors is readonly DetectorId[] {
  return Array.isArray(detectors);
}

/** What a conversation must keep so that every tool can be checked with its own settings. */
export function retention(
  { tools, modelOverrides }: Configuration,
  { values: own }: EffectiveSettings,
): { calls: number; ttlSeconds: number } {
  const possible = [{}, ...[...tools, ...modelOverrides].map(({ values }) => values)].map(
    (values: EngineValues) => ({ ...own, ...values }) as TierSettings,
  );
  return {
    calls: Math.max(...possible.map((values) => Math.max(values.windowSize, callsNeeded(values)))),
    ttlSeconds: Math.max(...possible.map(({ ttlSeconds }) => ttlSeconds)),
  };
}

/** The value of the most specific matching override that sets it. */
export function toolSetting<Key extends keyof ToolSettings>(
  { tools }: Pick<Configuration, 'tools'>,
  key: Key,
  ...names: readonly string[]
): ToolSettings[Key] | undefined {
  return tools.find(({ matches, values }) => values[key] !== undefined && names.some(matches))?.values[key];
}

export function operationOf(configuration: Configuration, tool: string, callArguments: unknown): string | undefined {
  const field = toolSetting(configuration, 'operationField', tool) ?? '';
  if (field === '' || typeof callArguments !== 'object' || callArguments === null) {
    return undefined;
  }
  const operation = (callArguments as Record<string, unknown>)[field];
  return typeof operation === 'string' && operation !== '' ? operation.slice(0, 100) : undefined;
}

export function commandOf({ tools }: Configuration, callArguments: unknown): string | undefined {
  if (!tools.some(({ pattern }) => pattern.includes(': '))) {
    return undefined;
  }
  const { command, cmd = command } = (callArguments ?? {}) as { readonly command?: unknown; readonly cmd?: unknown };
  const text = Array.isArray(cmd) ? cmd.join(' ') : cmd;
  return typeof text === 'string' ? text.trim() : undefined;
}

export function mayBeEnabled(configuration: Configuration, conversations: Iterable<EngineValues>): boolean {
  return (
    resolveSettings(configuration, {}, [], undefined).values.enabled ||
    [...configuration.tools, ...configuration.modelOverrides].some(({ values }) => values.enabled === true) ||
    [...conversations].some((values) => values.enabled === true)
  );
}

export function modelNames(model: ModelName): string[] {
  return [`${model.vendor}/${model.family}`, `${model.vendor}/${model.id}`];
}

/** The machine-wide settings file that fixes a value; undefined if chats can change it. */
export function fixedBy(origins: Origins, key: EngineKey): string | undefined {
  const fileOf = (origin: Origin): string | undefined =>
    origin.kind === 'preset' ? fileOf(origin.of) : origin.kind === 'machine' ? origin.file : undefined;
  // `actions` in the machine-wide settings override a mode.
  return fileOf(origins[key]) ?? (key === 'mode' ? fileOf(origins.actions) : undefined);
}

export function settingFixedBy({ machine }: Pick<Configuration, 'machine'>, name: string): string | undefined {
  return machine?.names.has(name) === true ? machine.file : undefined;
}

export function fixedText(setting: string, file: string, translate: Translate): string {
  return translate('{setting} is set for this machine in {file} and can’t be changed here.', {
    setting: codeSpan(setting),
    file: codeSpan(file),
  });
}

/** Names that a user may search for are in backticks. */
export function originText(origin: Origin, key: EngineKey, translate: Translate): string {
  switch (origin.kind) {
    case 'conversation':
      return translate('chat command');
    case 'tool':
      return `tools ${codeSpan(origin.pattern)}`;
    case 'model':
      return `modelOverrides ${codeSpan(origin.pattern)}`;
    case 'machine':
      return translate('machine-wide settings {file}', { file: codeSpan(origin.file) });
    case 'workspaceFolder':
      return translate('folder settings');
    case 'workspace':
      return translate('workspace settings');
    case 'user':
      return translate('user settings');
    case 'environment':
      return translate('environment {variable}', { variable: `\`${rowOf(key).environment}\`` });
    case 'default':
      return translate('default');
    case 'preset':
      return translate('preset {name} ({origin})', {
        name: presetLabel(origin.name, translate),
        origin: originText(origin.of, 'preset', translate),
      });
  }
}
