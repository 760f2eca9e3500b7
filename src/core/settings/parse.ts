import { DETECTOR_IDS, type DetectorId } from '../../engine/rules/registry';
import { inEnglish, type Translate } from '../words/language';
import { MESSAGE_NAMES } from '../words/messages';
import type { BudgetSettings, Configuration, MachineTier, ModelPrice } from './configuration';
import { matcher, mergeOverrides } from './patterns';
import { note, noteProblem, type Problems, type Raw, readSettings, type Values } from './readSettings';
import {
  SECTION,
  DEFAULTS,
  type DetectorSwitches,
  ENGINE_ROWS,
  type EngineValues,
  type Row,
  ROWS,
  topOf,
  type ToolSettings,
} from './table';
import { allowedText, typedValue } from './values';

/** Arguments that don't make calls different: explanations for the user, time limits, output limits. */
const IGNORED_ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  // Claude Code, Codex, Copilot CLI, opencode, and MCP servers.
  '*': [
    'timeout',
    'timeout_ms',
    'timeoutMs',
    'timeout_seconds',
    'timeoutSeconds',
    'yield_time_ms',
    'initial_wait',
    'head_limit',
    'max_output_tokens',
  ],
  // VS Code's own tools (their schemas, VS Code 1.139).
  run_in_terminal: ['explanation', 'goal', 'timeout'],
  apply_patch: ['explanation'],
  insert_edit_into_file: ['explanation'],
  multi_replace_string_in_file: ['explanation'],
  run_notebook_cell: ['reason'],
  // The shells of Claude Code, Copilot, and Gemini ask for these, worded differently each time.
  bash: ['description', 'timeout', 'initial_wait'],
  powershell: ['description', 'timeout', 'initial_wait'],
  run_shell_command: ['description', 'timeout'],
};

/** Tools to finish the work or to ask the user. */
const ALWAYS_ALLOWED = [
  'task_complete',
  'update_goal',
  'exit_plan_mode',
  'ExitPlanMode',
  'ask_user',
  'AskUserQuestion',
  'request_user_input',
  'vscode_askQuestions',
];

const DEFAULT_TOOLS: ReadonlyMap<string, ToolSettings> = new Map<string, ToolSettings>([
  ...Object.entries(IGNORED_ARGUMENTS).map(([tool, ignoredArguments]) => [tool, { ignoredArguments }] as const),
  ...ALWAYS_ALLOWED.map((tool) => [tool, { alwaysAllowed: true }] as const),
]);

export interface RawMachineSettings {
  readonly file: string;
  readonly values: Raw | undefined;
  /** `notProtected`: others could have written the file; `reason`: what went wrong in reading it. */
  readonly fault?: 'notProtected' | { readonly reason: string } | undefined;
}

/** Unchecked settings; keys without `toolLoopGuard.`. */
export interface RawSettings {
  readonly machine?: RawMachineSettings | undefined;
  readonly workspaceFolder?: Raw | undefined;
  readonly workspace?: Raw | undefined;
  readonly user?: Raw | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Always returns a usable configuration: invalid values are left out and described in `problems`. */
export function parseConfiguration(
  raw: RawSettings,
  translate: Translate = inEnglish,
  path: string = SECTION,
  rows: readonly Row[] = ROWS,
): Configuration {
  const problems: Problems = { found: [], translate };
  const { machine: ofMachine } = raw;
  if (ofMachine?.fault !== undefined) {
    noteMachineFault(ofMachine.file, ofMachine.fault, problems);
  }
  const read = (written: Raw | undefined, file?: string): Values =>
    readSettings(written ?? {}, rows, path, { ...problems, file });
  const machineValues = ofMachine?.values === undefined ? undefined : read(ofMachine.values, ofMachine.file);
  const [folder, workspace] = [raw.workspaceFolder, raw.workspace].map((each) => withoutPersonal(read(each), problems));
  const user = read(raw.user);
  const environment = readEnvironment(raw.environment ?? {}, problems);

  const machine: MachineTier | undefined =
    ofMachine === undefined || machineValues === undefined
      ? undefined
      : {
          origin: { kind: 'machine', file: ofMachine.file },
          values: engineValues(machineValues),
          file: ofMachine.file,
          names: namesOf(machineValues),
        };
  const strongestFirst = [machineValues ?? {}, folder ?? {}, workspace ?? {}, user, environment];
  // Nothing is merged into a setting that the machine-wide settings have.
  const scopesOf = (name: string): readonly Values[] =>
    machine?.names.has(topOf(name)) === true ? strongestFirst.slice(0, 1) : strongestFirst;
  const valueOf = (name: string): unknown =>
    scopesOf(name).find((values) => values[name] !== undefined)?.[name] ??
    ROWS.find((row) => row.name === name)?.value.default;
  const recordsOf = (name: string): ReadonlyMap<string, Values>[] =>
    scopesOf(name).map((values) => (values[name] as ReadonlyMap<string, Values> | undefined) ?? new Map());
  const engineRecordsOf = (name: string): ReadonlyMap<string, EngineValues>[] =>
    recordsOf(name).map((record) => new Map([...record].map(([pattern, own]) => [pattern, engineValues(own)])));

  const guarded = (valueOf('guardedModels') as readonly string[]).map(matcher);
  const telemetry = valueOf('telemetry') as string;
  return {
    machine,
    tiers: [
      { origin: { kind: 'workspaceFolder' }, values: engineValues(folder ?? {}) },
      { origin: { kind: 'workspace' }, values: engineValues(workspace ?? {}) },
      { origin: { kind: 'user' }, values: engineValues(user) },
      { origin: { kind: 'environment' }, values: engineValues(environment) },
      { origin: { kind: 'default' }, values: DEFAULTS },
    ],
    tools: mergeOverrides([...scopesOf('tools').map(toolsOf), DEFAULT_TOOLS]),
    modelOverrides: mergeOverrides(engineRecordsOf('modelOverrides')),
    prices: mergeOverrides<ModelPrice>(recordsOf('prices')),
    messages: Object.fromEntries(
      MESSAGE_NAMES.map((name) => [name, (valueOf(`messages.${name}`) as string) || undefined]),
    ),
    answers: {
      anyGuardedModel: guarded.length > 0,
      guardsModel: (...names) => guarded.some((matches) => names.some(matches)),
      maxTextRepetitions: valueOf('detectors.text') === true ? (valueOf('detectors.text.limit') as number) : 0,
    },
    window: {
      budget: budgetOf(scopesOf('budget')),
      adaptive: valueOf('adaptive') as boolean,
      agentHost: valueOf('agentHost') as boolean,
      onStop: valueOf('onStop') as string,
    },
    telemetry: {
      telemetry: telemetry === 'off' ? 'off' : 'otlp',
      telemetryEndpoint: telemetry === 'off' || telemetry === 'otlp' ? '' : telemetry,
      telemetryEvents: valueOf('telemetry.events') as boolean,
    },
    problems: problems.found,
  };
}

function engineValues(values: Values): EngineValues {
  const own = ENGINE_ROWS.flatMap(({ key, name }) =>
    key === undefined || key === 'detectors' || values[name] === undefined ? [] : [[key, values[name]]],
  );
  const listed = values['detectors'] as readonly DetectorId[] | undefined;
  const switches: DetectorSwitches = Object.fromEntries(
    DETECTOR_IDS.flatMap((id) => {
      const isOn = values[`detectors.${id}`] ?? listed?.includes(id);
      return isOn === undefined ? [] : [[id, isOn]];
    }),
  );
  const detectors = Object.keys(switches).length === 0 ? {} : { detectors: switches };
  return { ...(Object.fromEntries(own) as EngineValues), ...detectors };
}

function toolsOf({ tools, excludedTools = [] }: Values): ReadonlyMap<string, ToolSettings> {
  const own = [...((tools as ReadonlyMap<string, Values> | undefined) ?? [])].map(
    ([pattern, { exempt, operationField, ignoredArguments, alwaysAllowed, ...values }]): [string, ToolSettings] => [
      pattern,
      defined({ exempt, operationField, ignoredArguments, alwaysAllowed, ...engineValues(values) }),
    ],
  );
  const byName = new Map(own);
  for (const name of excludedTools as readonly string[]) {
    byName.set(name, { ...byName.get(name), exempt: true });
  }
  return byName;
}

function defined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function budgetOf(strongestFirst: readonly Values[]): BudgetSettings {
  const budget: Record<string, unknown> = {};
  for (const [name, value] of strongestFirst.toReversed().flatMap((values) => Object.entries(values))) {
    const [top, member = '', limit] = name.split('.');
    if (top === 'budget') {
      budget[member] = limit === undefined ? value : { ...(budget[member] as object | undefined), [limit]: value };
    }
  }
  return budget;
}

function namesOf(values: Values): ReadonlySet<string> {
  const names = new Set(Object.keys(values).map(topOf));
  // Both say which tools are checked, so fixing one fixes the other.
  const pairs = names.has('tools') || names.has('excludedTools') ? ['tools', 'excludedTools'] : [];
  return new Set([...names, ...pairs]);
}

/** Security: a repository must not be able to run a program or to have data sent. */
function withoutPersonal(values: Values, problems: Problems): Values {
  const personal = ROWS.filter(({ name, isPersonal }) => isPersonal === true && values[name] !== undefined);
  for (const { name } of personal) {
    const setting = `${SECTION}.${name}`;
    noteProblem(
      problems,
      setting,
      problems.translate('{setting} applies only in your user settings. It is ignored in a workspace.', { setting }),
    );
  }
  return defined({ ...values, ...Object.fromEntries(personal.map(({ name }) => [name, undefined])) });
}

function readEnvironment(environment: Readonly<Record<string, string | undefined>>, problems: Problems): Values {
  const values: Record<string, unknown> = {};
  for (const { name, value, environment: variable = '' } of ROWS) {
    const text = environment[variable];
    if (text === undefined || (value.kind === 'text' && text.trim() === '')) {
      continue;
    }
    values[name] = typedValue(value, text);
    if (values[name] === undefined) {
      note(problems, variable, text, allowedText(value, problems.translate));
    }
  }
  return values;
}

function noteMachineFault(
  file: string,
  fault: NonNullable<RawMachineSettings['fault']>,
  { found, translate }: Problems,
): void {
  const message =
    fault === 'notProtected'
      ? translate(
          'The machine-wide settings {file} are ignored, because they could have been written by others: file and ' +
            'folder must belong to root and be writable by root only.',
          { file },
        )
      : translate('The machine-wide settings {file} are ignored: {reason}', { file, reason: fault.reason });
  found.push({ setting: file, message });
}
