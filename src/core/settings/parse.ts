import { inEnglish, type Translate } from '../words/language';
import { assembleConfiguration } from './assemble';
import type { Configuration, MachineTier, Tier } from './configuration';
import { environmentVariable, parseEngineText } from './engineText';
import { isText, isTextList, parseFields, parseOverrides, parseRecord } from './fields';
import { settingsWarnings } from './settingsWarnings';
import { MESSAGE_NAMES } from '../words/messages';
import { parseMessages } from './parseMessages';
import { noteInWorkspace, telemetrySettings } from './parseTelemetry';
import { checkNames, note, noteMachineFault, type Problems, type Raw } from './problems';
import { ENGINE_KEYS } from './defaults';
import { engineSchema, type EngineValues, modelOverrideSchema, type ToolOverride, toolOverrideSchema } from './schema';
import { SECTION } from './section';
import { answerSchema, settingsSchema, windowSchema } from './settingsSchema';
import { telemetrySchema } from './telemetrySettings';

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
