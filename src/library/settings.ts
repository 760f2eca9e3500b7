import type * as published from '../../api/library/index';
import type { CallSettings, SettingsQuestion } from '../engine/rules/settings';
import {
  callsNeeded,
  DETECTOR_DEFAULTS,
  DETECTOR_IDS,
  DETECTOR_SETTINGS,
  detectorsFor,
  RULES,
} from '../engine/rules/registry';
import { choice, count, onOff } from '../engine/rules/setting';
import type { Action, EngineSettings } from '../engine/rules/settings';
import type { Override } from '../core/settings/configuration';
import { hasTooManyStars, mergeOverrides, mergeRecords } from '../core/settings/patterns';
import { DEFAULT_ALWAYS_ALLOWED_TOOLS, DEFAULT_IGNORED_ARGUMENTS } from '../core/settings/toolDefaults';
import { neverWarnsText } from '../core/words/detectorTexts';
import { inEnglish } from '../core/words/language';
import { aList, aSetting, aText, type Check, checked, checkedNames, type Problem, yesOrNo } from './check';

/** Every action, from mild to strict; a type error stands here when one is missing. */
const ACTIONS = Object.keys({
  continue: true,
  warn: true,
  nudge: true,
  ask: true,
  chance: true,
  break: true,
} satisfies Record<Action, true>) as Action[];

/** The settings that apply to every detector; a contract test compares them with those of the extension. */
export const GENERAL_SETTINGS = {
  enabled: onOff(true, 'Detect loops of tool calls.'),
  mode: choice('break', 'What to do when a loop is certain.', {
    break: 'Block the call and stop the agent.',
    chance_then_break: 'Block the call and tell the model to change course. Stop the agent if it repeats the call.',
    warn: 'Allow the call and warn the user.',
  }),
  ttlSeconds: count(
    120,
    'Time window in seconds: a repeat counts if it comes within this time after the call before it.',
    { least: 1, most: 86_400 },
  ),
  windowSize: count(40, 'Number of recent answers whose calls are compared.', { least: 5, most: 1000 }),
} as const;

const CHECKS: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(
    Object.entries({ ...GENERAL_SETTINGS, ...DETECTOR_SETTINGS }).map(([name, setting]) => [name, aSetting(setting)]),
  ),
  actions: aList(ACTIONS),
  detectors: aList(DETECTOR_IDS),
};

const TOOL_CHECKS: Readonly<Record<string, Check>> = {
  ...CHECKS,
  exempt: yesOrNo,
  ignoredArguments: aList(undefined),
  operationField: aText,
  alwaysAllowed: yesOrNo,
};

const IGNORED_ARGUMENTS = mergeRecords([new Map(Object.entries(DEFAULT_IGNORED_ARGUMENTS))]);

const DEFAULTS: EngineSettings = {
  ...DETECTOR_DEFAULTS,
  enabled: GENERAL_SETTINGS.enabled.default,
  mode: GENERAL_SETTINGS.mode.default,
  ttlSeconds: GENERAL_SETTINGS.ttlSeconds.default,
  windowSize: GENERAL_SETTINGS.windowSize.default,
  actions: [],
  detectors: DETECTOR_IDS,
};

/** The settings of a guard, checked. */
export class LibrarySettings {
  readonly #general: EngineSettings;
  /** The most specific pattern first. */
  readonly #tools: readonly Override<published.ToolSettings>[];
  readonly #keep: CallSettings['keep'];

  /** @throws {TypeError} that names every invalid value, with its setting and what is allowed */
  constructor({ settings = {}, tools = {} }: Pick<published.GuardOptions, 'settings' | 'tools'>) {
    const problems: Problem[] = [];
    this.#general = over(DEFAULTS, checked<published.Settings>(settings, CHECKS, 'settings', problems));
    const ofTools = new Map(
      Object.entries(checkedNames<published.ToolSettings>(tools, 'tools', problems)).map(([name, own]) => [
        name,
        checked<published.ToolSettings>(own, TOOL_CHECKS, pathOf(name), problems),
      ]),
    );
    if (problems.length === 0) {
      problems.push(
        ...useless(this.#general, settings, 'settings'),
        ...[...ofTools].flatMap(([name, own]) => useless(over(this.#general, own), own, pathOf(name))),
        ...[...ofTools.keys()].filter(hasTooManyStars).map((name) => `${pathOf(name)} has too many stars.`),
      );
    }
    if (problems.length > 0) {
      throw new TypeError(problems.join('\n'));
    }
    this.#tools = mergeOverrides([ofTools]);
    const possible = [this.#general, ...[...ofTools.values()].map((own) => over(this.#general, own))];
    this.#keep = {
      calls: Math.max(...possible.map((values) => Math.max(values.windowSize, callsNeeded(values)))),
      ttlSeconds: Math.max(...possible.map(({ ttlSeconds }) => ttlSeconds)),
    };
  }

  /** The settings for a tool without its own. */
  get general(): EngineSettings {
    return this.#general;
  }

  /** The settings for one call. */
  readonly settingsFor = ({ tool, parsed }: SettingsQuestion): CallSettings => {
    const ofTool = this.#tools.filter(({ matches }) => matches(tool)).sort(exactFirst(tool));
    const own = merged(ofTool);
    const operation = operationOf(own.operationField, parsed);
    // What applies to the tool whatever it does says less of an operation than what names it.
    const ofOperation = this.#tools.filter(
      (each) => operation !== undefined && !ofTool.includes(each) && each.matches(`${tool}:${operation}`),
    );
    const values = weakestFirst([...ofOperation, ...ofTool]).reduce(over, this.#general);
    return {
      values,
      exempt: merged(ofOperation).exempt ?? own.exempt ?? false,
      keep: this.#keep,
      detectors: detectorsFor(values.detectors, operation !== undefined),
      operation,
      ignored: own.ignoredArguments ?? IGNORED_ARGUMENTS.find(({ matches }) => matches(tool))?.values ?? [],
      isAlwaysAllowed: own.alwaysAllowed ?? DEFAULT_ALWAYS_ALLOWED_TOOLS.includes(tool),
    };
  };
}

function pathOf(pattern: string): string {
  return `tools[${JSON.stringify(pattern)}]`;
}

/** Of names that differ only in case, the tool's own is the more specific one. */
function exactFirst(tool: string): (one: Override<unknown>, other: Override<unknown>) => number {
  return (one, other) => Number(other.pattern === tool) - Number(one.pattern === tool);
}

/** Each field as the most specific pattern sets it. */
function merged(overrides: readonly Override<published.ToolSettings>[]): published.ToolSettings {
  return Object.assign({}, ...weakestFirst(overrides)) as published.ToolSettings;
}

/** A field that is left undefined says nothing. */
function weakestFirst(overrides: readonly Override<published.ToolSettings>[]): published.ToolSettings[] {
  return overrides
    .toReversed()
    .map(({ values }) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
}

/** Limits in `own` that can never be reached, because the stop comes first. */
function useless(values: EngineSettings, own: published.Settings, path: string): Problem[] {
  return RULES.flatMap(({ id, likely }) => {
    const isWritten = own[likely as keyof published.Settings] !== undefined;
    const text = isWritten ? neverWarnsText(id, values, inEnglish) : undefined;
    return text === undefined ? [] : [`${path}: ${text}`];
  });
}

/** Both `mode` and `actions` say what to do with a loop. The one from the stronger tier applies. */
function over(weaker: EngineSettings, stronger: published.Settings): EngineSettings {
  const said = Object.entries(stronger).filter(([name, value]) => name in CHECKS && value !== undefined);
  const actions = stronger.actions ?? (stronger.mode === undefined ? weaker.actions : []);
  return { ...weaker, ...Object.fromEntries(said), actions };
}

function operationOf(field: string | undefined, parsed: unknown): string | undefined {
  if (field === undefined || typeof parsed !== 'object' || parsed === null) {
    return undefined;
  }
  const operation = (parsed as Readonly<Record<string, unknown>>)[field];
  return typeof operation === 'string' && operation !== '' ? operation.slice(0, 100) : undefined;
}
