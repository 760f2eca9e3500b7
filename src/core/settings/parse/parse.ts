import { inEnglish, type Translate } from '../../words/language';
import { assembleConfiguration } from './assemble';
import type { Configuration, MachineTier, Tier } from '../configuration';
import { environmentVariable, parseEngineText } from './engineText';
import { isRecord, isText, isTextList, parseOverrides, parseRecord } from './fields';
import { settingsWarnings } from './settingsWarnings';
import { checkNames, note, noteMachineFault, notePlaceholders, noteProblem, type Problems, type Raw } from './problems';
import { checkObjects, parseWritten } from './members';
import { parseTelemetry, telemetrySettings } from './telemetry';
import { ENGINE_KEYS } from '../defaults';
import { engineSchema, type EngineValues, modelOverrideSchema, type ToolOverride, toolOverrideSchema } from '../schema';
import { SECTION } from '../section';
import { WRITTEN_NAMES } from '../written/settingObjects';
import {
  answerSchema,
  excludedSchema,
  type ModelPrice,
  personalSchema,
  priceSchema,
  windowSchema,
} from '../settingsSchema';
import { telemetrySchema } from '../telemetrySettings';
import { MESSAGE_NAMES, type MessageName, type Messages, unknownPlaceholders } from '../../words/messages';

/** What counts for nothing in a workspace. */
const PERSONAL_SETTINGS = Object.keys({ ...telemetrySchema.shape, ...personalSchema.shape });

/** The machine-wide settings, not yet checked. */
export interface RawMachineSettings {
  readonly file: string;
  /** Undefined where they cannot be used. */
  readonly values: Raw | undefined;
  /** Why they cannot be used: the file could be written by others, or what was wrong in reading it. */
  readonly fault?: 'notProtected' | { readonly reason: string } | undefined;
}

/** Settings as VS Code and the environment hold them, not yet checked; keys without `toolLoopGuard.`. */
export interface RawSettings {
  /** What the administrator of the machine has set for everybody. */
  readonly machine?: RawMachineSettings | undefined;
  readonly workspaceFolder?: Raw | undefined;
  readonly workspace?: Raw | undefined;
  readonly user?: Raw | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * Checks all settings. Promises a usable configuration whatever it is given: a value that cannot be used is
 * left out and described in `problems`; nothing else is lost.
 * @param translate for `problems` and `settingsWarnings`, which a person reads in the chat and in the log
 */
export function parseConfiguration(raw: RawSettings, translate: Translate = inEnglish): Configuration {
  const everywhere: Problems = { found: [], translate };
  const { machine } = raw;
  if (machine?.fault !== undefined) {
    noteMachineFault(machine.file, machine.fault, everywhere);
  }
  // Problems of the machine-wide settings name their file, which the person may never have heard of.
  const problemsOf = (kind: string): Problems =>
    kind === 'machine' ? { ...everywhere, file: machine?.file } : everywhere;
  const scopes = [
    ['machine', machine?.values],
    ['workspaceFolder', raw.workspaceFolder],
    ['workspace', raw.workspace],
    ['user', raw.user],
  ] as const;
  const tiers: Tier[] = [];
  let machineTier: MachineTier | undefined;
  const toolOverrides: Map<string, ToolOverride>[] = [];
  const modelOverrides: Map<string, EngineValues>[] = [];
  const prices: Map<string, ModelPrice>[] = [];
  const operationFields: Map<string, string>[] = [];
  const ignoredArguments: Map<string, readonly string[]>[] = [];
  const answers: Raw[] = [];
  const windows: Raw[] = [];
  const telemetryTiers: Raw[] = [];
  for (const [kind, values] of scopes) {
    if (values === undefined) {
      continue;
    }
    const problems = problemsOf(kind);
    checkNames(values, WRITTEN_NAMES, SECTION, problems);
    checkObjects(values, problems);
    const engineValues = parseWritten(engineSchema, values, problems);
    toolOverrides.push(
      withExcluded(
        parseOverrides(values['toolOverrides'], toolOverrideSchema, `${SECTION}.toolOverrides`, problems),
        parseWritten(excludedSchema, values, problems).excludedTools,
      ),
    );
    modelOverrides.push(
      parseOverrides(values['modelOverrides'], modelOverrideSchema, `${SECTION}.modelOverrides`, problems),
    );
    prices.push(parseOverrides(values['prices'], priceSchema, `${SECTION}.prices`, problems));
    operationFields.push(
      parseRecord(values, 'operationFields', isText, translate('the name of an argument'), problems),
    );
    ignoredArguments.push(
      parseRecord(values, 'ignoredArguments', isTextList, translate('a list of names of arguments'), problems),
    );
    const ownAnswers = parseWritten(answerSchema, values, problems);
    const isWorkspace = kind === 'workspace' || kind === 'workspaceFolder';
    const ownWindow = {
      ...parseWritten(windowSchema, values, problems),
      ...(isWorkspace ? {} : parseWritten(personalSchema, values, problems)),
    };
    answers.push(ownAnswers);
    windows.push(ownWindow);
    const ownTelemetry = isWorkspace ? {} : parseTelemetry(values, problems);
    telemetryTiers.push(ownTelemetry);
    if (isWorkspace) {
      noteInWorkspace(values, problems);
    }
    if (kind === 'machine') {
      const { file } = machine as RawMachineSettings;
      const names = new Set([
        ...Object.keys({ ...engineValues, ...ownAnswers, ...ownWindow, ...ownTelemetry }),
        ...recordsIn(values),
      ]);
      machineTier = { origin: { kind, file }, values: engineValues, file, names };
    } else {
      tiers.push({ origin: { kind }, values: engineValues });
    }
  }
  const messages = parseMessages(
    scopes.map(([kind, values]) => ({ problems: problemsOf(kind), texts: messagesIn(values) })),
  );
  const configuration = assembleConfiguration({
    machine: machineTier,
    tiers: [...tiers, { origin: { kind: 'environment' }, values: parseEnvironment(raw.environment ?? {}, everywhere) }],
    toolOverrides,
    modelOverrides,
    prices,
    operationFields,
    ignoredArguments,
    messages,
    answers,
    windows,
    telemetry: telemetrySettings(telemetryTiers, raw.environment ?? {}, everywhere),
    problems: everywhere.found,
  });
  return { ...configuration, settingsWarnings: settingsWarnings(configuration, translate) };
}

function parseEnvironment(environment: Readonly<Record<string, string | undefined>>, problems: Problems): EngineValues {
  let values: EngineValues = {};
  for (const key of ENGINE_KEYS) {
    const variable = environmentVariable(key);
    const text = variable === undefined ? undefined : environment[variable];
    if (variable === undefined || text === undefined) {
      continue;
    }
    const parsed = parseEngineText(key, text, problems.translate);
    if ('value' in parsed) {
      values = { ...values, ...parsed.value };
    } else {
      note(problems, variable, text, parsed.allowed);
    }
  }
  return values;
}

/** The names of settings that are merged name by name, and of those that are texts, as far as they are written. */
function recordsIn(values: Raw): string[] {
  const names = [
    'toolOverrides',
    'excludedTools',
    'modelOverrides',
    'prices',
    'operationFields',
    'ignoredArguments',
  ].filter((name) => Object.hasOwn(values, name));
  const messages = Object.keys(messagesIn(values)).map((name) => `messages.${name}`);
  // Both say which tools are checked: whoever decides one of them decides the other.
  const tools = names.includes('toolOverrides') || names.includes('excludedTools');
  return [...names, ...messages, ...(tools ? ['toolOverrides', 'excludedTools'] : [])];
}

/** The overrides of tools, with those that are excluded by the list. */
function withExcluded(
  overrides: Map<string, ToolOverride>,
  excluded: readonly string[] = [],
): Map<string, ToolOverride> {
  return new Map([
    ...overrides,
    ...excluded.map((name): [string, ToolOverride] => [name, { ...overrides.get(name), exempt: true }]),
  ]);
}

/** Notes values in the settings of a workspace, where they count for nothing. */
function noteInWorkspace(values: Raw, problems: Problems): void {
  for (const key of PERSONAL_SETTINGS.filter((name) => values[name] !== undefined)) {
    const setting = `${SECTION}.${key}`;
    noteProblem(
      problems,
      setting,
      problems.translate('{setting} applies only in your user settings. It is ignored in a workspace.', { setting }),
    );
  }
}

/** The person's own texts in the settings of one scope, not yet checked. */
function messagesIn({ messages }: Raw = {}): Raw {
  return isRecord(messages) ? messages : {};
}

/** The texts of one scope, and where its problems are noted. */
interface ScopeOfMessages {
  readonly problems: Problems;
  readonly texts: Raw;
}

/** The person's own texts, each from the strongest scope that has one. */
function parseMessages(strongestFirst: readonly ScopeOfMessages[]): Messages {
  return Object.fromEntries(
    MESSAGE_NAMES.map((name) => [name, parseMessage(name, strongestFirst)]),
  ) as unknown as Messages;
}

/** The first text that is set and uses only placeholders there are. */
function parseMessage(name: MessageName, strongestFirst: readonly ScopeOfMessages[]): string | undefined {
  const setting = `${SECTION}.messages.${name}`;
  for (const { problems, texts } of strongestFirst) {
    const { [name]: text } = texts;
    if (text === undefined || text === '') {
      continue;
    }
    const unknown = typeof text === 'string' && text.length <= 2000 ? unknownPlaceholders(text) : undefined;
    if (unknown?.length === 0) {
      return text as string;
    }
    if (unknown === undefined) {
      note(problems, setting, text, problems.translate('a text of at most 2000 characters'));
    } else {
      notePlaceholders(problems, setting, unknown);
    }
  }
  return undefined;
}
