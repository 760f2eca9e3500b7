import { NO_MESSAGES } from '../../words/messages';
import type { AnswerSettings, Configuration, Tier } from '../configuration';
import { ANSWER_DEFAULTS, DEFAULTS, TELEMETRY_DEFAULTS, WINDOW_DEFAULTS } from '../defaults';
import { matcher, mergeOverrides, mergeRecords } from '../patterns';
import type { Raw } from './problems';
import type { EngineValues, ToolOverride } from '../schema';
import type { ModelPrice, WindowSettings } from '../settingsSchema';
import { DEFAULT_IGNORED_ARGUMENTS } from '../toolDefaults';

/** What is set in each scope, checked; the strongest scope first. */
interface CheckedSettings extends Pick<Configuration, 'machine' | 'messages' | 'telemetry' | 'problems'> {
  /** Without the machine's, and without the defaults. */
  readonly tiers: readonly Tier[];
  readonly toolOverrides: readonly ReadonlyMap<string, ToolOverride>[];
  readonly modelOverrides: readonly ReadonlyMap<string, EngineValues>[];
  readonly prices: readonly ReadonlyMap<string, ModelPrice>[];
  readonly operationFields: readonly ReadonlyMap<string, string>[];
  readonly ignoredArguments: readonly ReadonlyMap<string, readonly string[]>[];
  readonly answers: readonly Raw[];
  readonly windows: readonly Raw[];
}

/** Puts together what holds: of each setting the strongest value, or its default. Warnings are left to the caller. */
export function assembleConfiguration(checked: CheckedSettings): Configuration {
  const { machine, tiers, messages, telemetry, problems } = checked;
  // A setting that the machine-wide settings have is theirs alone: nothing is merged into it.
  const scopesOf = <Value>(name: string, strongestFirst: readonly Value[]): readonly Value[] =>
    machine?.names.has(name) === true ? strongestFirst.slice(0, 1) : strongestFirst;
  const window: WindowSettings = strongest(WINDOW_DEFAULTS, checked.windows);
  const alwaysAllowed = window.alwaysAllowedTools.map(matcher);
  return {
    machine,
    tiers: [...tiers, { origin: { kind: 'default' }, values: DEFAULTS }],
    toolOverrides: mergeOverrides(scopesOf('toolOverrides', checked.toolOverrides)),
    modelOverrides: mergeOverrides(scopesOf('modelOverrides', checked.modelOverrides)),
    prices: mergeOverrides(scopesOf('prices', checked.prices)),
    operationFields: mergeRecords(scopesOf('operationFields', checked.operationFields)),
    ignoredArguments: mergeRecords([
      ...scopesOf('ignoredArguments', checked.ignoredArguments),
      new Map(Object.entries(DEFAULT_IGNORED_ARGUMENTS)),
    ]),
    messages,
    answers: answerSettings(checked.answers),
    alwaysAllows: (tool: string) => alwaysAllowed.some((matches) => matches(tool)),
    window,
    telemetry,
    problems,
    settingsWarnings: [],
  };
}

/** What holds where nothing is set: the same as what `parseConfiguration` makes of nothing, without its schemas. */
export function defaultConfiguration(): Configuration {
  return assembleConfiguration({
    machine: undefined,
    tiers: [],
    toolOverrides: [],
    modelOverrides: [],
    prices: [],
    operationFields: [],
    ignoredArguments: [],
    messages: NO_MESSAGES,
    answers: [],
    windows: [],
    telemetry: TELEMETRY_DEFAULTS,
    problems: [],
  });
}

/** Of each setting the first that is given, else its default. */
function strongest<Values extends object>(defaults: Values, strongestFirst: readonly Raw[]): Values {
  return Object.assign({}, defaults, ...strongestFirst.toReversed()) as Values;
}

function answerSettings(strongestFirst: readonly Raw[]): AnswerSettings {
  const { guardedModels, ...rest } = strongest(ANSWER_DEFAULTS, strongestFirst);
  const globs = guardedModels.map(matcher);
  return {
    ...rest,
    anyGuardedModel: globs.length > 0,
    guardsModel: (...names) => globs.some((matches) => names.some(matches)),
  };
}
