import { inEnglish, type Translate } from '../../words/language';
import { assembleConfiguration } from './assemble';
import type { Configuration, MachineTier, Tier } from '../configuration';
import { environmentVariable, parseEngineText } from './engineText';
import { isText, isTextList, parseFields, parseOverrides, parseRecord } from './fields';
import { settingsWarnings } from './settingsWarnings';
import { MESSAGE_NAMES, type MessageName, type Messages, unknownPlaceholders } from '../../words/messages';
import { checkNames, note, noteMachineFault, type Problems, type Raw, notePlaceholders } from './problems';
import { ENGINE_KEYS, TELEMETRY_DEFAULTS } from '../defaults';
import { engineSchema, type EngineValues, modelOverrideSchema, type ToolOverride, toolOverrideSchema } from '../schema';
import { SECTION } from '../section';
import { answerSchema, settingsSchema, windowSchema } from '../settingsSchema';
import { telemetrySchema, type TelemetrySettings } from '../telemetrySettings';
import { settingMeta } from '../settingMeta';

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
  const problems: Problems = { found: [], translate };
  const { machine } = raw;
  if (machine?.fault !== undefined) {
    noteMachineFault(machine.file, machine.fault, problems);
  }
  // Problems of the machine-wide settings name their file, which the person may never have heard of.
  const sectionOf = (kind: string): string => (kind === 'machine' ? `${machine?.file}: ${SECTION}` : SECTION);
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
  const operationFields: Map<string, string>[] = [];
  const ignoredArguments: Map<string, readonly string[]>[] = [];
  const answers: Raw[] = [];
  const windows: Raw[] = [];
  const telemetryTiers: Raw[] = [];
  for (const [kind, values] of scopes) {
    if (values === undefined) {
      continue;
    }
    const section = sectionOf(kind);
    checkNames(values, Object.keys(settingsSchema.shape), section, problems);
    const engineValues = parseFields(engineSchema, values, section, problems);
    toolOverrides.push(
      parseOverrides(values['toolOverrides'], toolOverrideSchema, `${section}.toolOverrides`, problems),
    );
    modelOverrides.push(
      parseOverrides(values['modelOverrides'], modelOverrideSchema, `${section}.modelOverrides`, problems),
    );
    operationFields.push(
      parseRecord(values, 'operationFields', isText, translate('the name of an argument'), problems, section),
    );
    ignoredArguments.push(
      parseRecord(values, 'ignoredArguments', isTextList, translate('a list of names of arguments'), problems, section),
    );
    const ownAnswers = parseFields(answerSchema, values, section, problems);
    const ownWindow = parseFields(windowSchema, values, section, problems);
    answers.push(ownAnswers);
    windows.push(ownWindow);
    const isWorkspace = kind === 'workspace' || kind === 'workspaceFolder';
    const ownTelemetry = isWorkspace ? {} : parseFields(telemetrySchema, values, section, problems);
    telemetryTiers.push(ownTelemetry);
    if (isWorkspace) {
      noteInWorkspace(values, problems);
    }
    if (kind === 'machine') {
      const { file } = machine as RawMachineSettings;
      const names = new Set(
        Object.keys({ ...engineValues, ...ownAnswers, ...ownWindow, ...ownTelemetry, ...recordsIn(values) }),
      );
      machineTier = { origin: { kind, file }, values: engineValues, file, names };
    } else {
      tiers.push({ origin: { kind }, values: engineValues });
    }
  }
  const messages = parseMessages(
    scopes.map(([kind, values]) => ({ section: sectionOf(kind), values })),
    problems,
  );
  const configuration = assembleConfiguration({
    machine: machineTier,
    tiers: [...tiers, { origin: { kind: 'environment' }, values: parseEnvironment(raw.environment ?? {}, problems) }],
    toolOverrides,
    modelOverrides,
    operationFields,
    ignoredArguments,
    messages,
    answers,
    windows,
    telemetry: telemetrySettings(telemetryTiers, raw.environment ?? {}, problems),
    problems: problems.found,
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

/** The settings that are merged name by name, and those that are texts, as far as they are written. */
function recordsIn(values: Raw): Raw {
  const names = [
    'toolOverrides',
    'modelOverrides',
    'operationFields',
    'ignoredArguments',
    ...MESSAGE_NAMES.map((name) => `messages.${name}`),
  ];
  return Object.fromEntries(names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]));
}

/** Notes values in the settings of a workspace, where they count for nothing. */
function noteInWorkspace(values: Raw, { found, translate }: Problems): void {
  for (const key of Object.keys(telemetrySchema.shape).filter((name) => values[name] !== undefined)) {
    const setting = `${SECTION}.${key}`;
    found.push({
      setting,
      message: translate('{setting} applies only in your user settings. It is ignored in a workspace.', { setting }),
    });
  }
}

/** @param strongestFirst parsed values of the scopes in which they count; the environment is weaker than all of them */
function telemetrySettings(
  strongestFirst: readonly Raw[],
  environment: Readonly<Record<string, string | undefined>>,
  problems: Problems,
): TelemetrySettings {
  const { environment: variable = '' } = settingMeta(telemetrySchema.shape.telemetry);
  const { telemetry: off } = TELEMETRY_DEFAULTS;
  const text = environment[variable]?.trim().toLowerCase();
  const fromEnvironment = telemetrySchema.shape.telemetry.safeParse(text === undefined || text === '' ? off : text);
  if (!fromEnvironment.success) {
    note(problems, variable, text, problems.translate('one of: {values}', { values: 'off, otlp' }));
  }
  const defaults: TelemetrySettings = { ...TELEMETRY_DEFAULTS, telemetry: fromEnvironment.data ?? off };
  return Object.assign(defaults, ...strongestFirst.toReversed()) as TelemetrySettings;
}

/** The settings of one scope, and how their section is called in problems. */
interface ScopeOfMessages {
  readonly section: string;
  readonly values: Raw | undefined;
}

/** The person's own texts, each from the strongest scope that has one. */
function parseMessages(strongestFirst: readonly ScopeOfMessages[], problems: Problems): Messages {
  return Object.fromEntries(
    MESSAGE_NAMES.map((name) => [name, parseMessage(name, strongestFirst, problems)]),
  ) as unknown as Messages;
}

/** The first text that is set and uses only placeholders there are. */
function parseMessage(
  name: MessageName,
  strongestFirst: readonly ScopeOfMessages[],
  problems: Problems,
): string | undefined {
  const key = `messages.${name}`;
  for (const { section, values } of strongestFirst) {
    const text = values?.[key];
    if (text === undefined || text === '') {
      continue;
    }
    const unknown = typeof text === 'string' && text.length <= 2000 ? unknownPlaceholders(text) : undefined;
    if (unknown?.length === 0) {
      return text as string;
    }
    if (unknown === undefined) {
      note(problems, `${section}.${key}`, text, problems.translate('a text of at most 2000 characters'));
    } else {
      notePlaceholders(problems, `${section}.${key}`, unknown);
    }
  }
  return undefined;
}
