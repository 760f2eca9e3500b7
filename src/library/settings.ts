import type * as published from '../../api/library/index';
import type { CallSettings, SettingsQuestion } from '../engine/rules/settings';
import {
  callsNeeded,
  DETECTOR_DEFAULTS,
  DETECTOR_IDS,
  DETECTOR_SETTINGS,
  detectorsFor,
} from '../engine/rules/registry';
import { choice, count, onOff } from '../engine/rules/setting';
import type { Action, EngineSettings } from '../engine/rules/settings';
import { DEFAULT_ALWAYS_ALLOWED_TOOLS, DEFAULT_IGNORED_ARGUMENTS } from '../core/settings/toolDefaults';
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
  windowSize: count(40, 'Number of recent calls to compare.', { least: 5, most: 1000 }),
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

const IGNORED_ARGUMENTS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(DEFAULT_IGNORED_ARGUMENTS));

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
  readonly #tools: ReadonlyMap<string, published.ToolSettings>;
  readonly #keep: CallSettings['keep'];

  /** @throws {TypeError} that names every invalid value, with its setting and what is allowed */
  constructor({ settings = {}, tools = {} }: Pick<published.GuardOptions, 'settings' | 'tools'>) {
    const problems: Problem[] = [];
    this.#general = over(DEFAULTS, checked<published.Settings>(settings, CHECKS, 'settings', problems));
    this.#tools = new Map(
      Object.entries(checkedNames<published.ToolSettings>(tools, 'tools', problems)).map(([name, own]) => [
        name,
        checked<published.ToolSettings>(own, TOOL_CHECKS, `tools[${JSON.stringify(name)}]`, problems),
      ]),
    );
    if (problems.length > 0) {
      throw new TypeError(problems.join('\n'));
    }
    const possible = [this.#general, ...[...this.#tools.values()].map((own) => over(this.#general, own))];
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
    const own = this.#tools.get(tool) ?? {};
    const operation = operationOf(own.operationField, parsed);
    const ofOperation = operation === undefined ? {} : (this.#tools.get(`${tool}:${operation}`) ?? {});
    const values = over(over(this.#general, own), ofOperation);
    return {
      values,
      exempt: ofOperation.exempt ?? own.exempt ?? false,
      keep: this.#keep,
      detectors: detectorsFor(values.detectors, operation !== undefined),
      operation,
      ignored: own.ignoredArguments ?? IGNORED_ARGUMENTS.get(tool.toLowerCase()),
      isWayOut: own.alwaysAllowed ?? DEFAULT_ALWAYS_ALLOWED_TOOLS.includes(tool),
    };
  };
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
