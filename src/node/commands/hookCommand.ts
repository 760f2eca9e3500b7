import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { faultLine } from '../../core/words/logLevels';
import type { Configuration } from '../../core/settings/configuration';
import { parseConfiguration, type RawMachineSettings } from '../../core/settings/parse';
import { readMachineSettings } from '../files/machineSettings';
import type { Measurement } from '../../core/telemetry/counters';
import { Measurements } from '../../core/telemetry/measurements';
import { isOwnFile, isRootInForeignFolder } from '../files/ownFile';
import { readSettingsFile } from '../files/settingsFile';
import { StateFolder } from '../state/stateFile';
import { defaultStateFolder } from '../state/statePath';
import { sweepCompiled } from '../transport/compiledPrograms';
import type { Harness, RawInput, Reply } from '../wire/harness';
import { HARNESS_NAMES, HARNESSES, type HarnessName, recognise } from '../agents/harnesses';
import { parseRawInput, translateInput } from '../wire/input';
import { folderOf } from '../wire/rawInput';
import type { TextOutput } from '../transport/standardOutput';
import type { TelemetryModule } from '../telemetry/meter';
import { sendFromHook } from '../telemetry/hookTelemetry';
import { HookSession } from './hookSession';

/** Where what is checked by is kept. */
export interface JudgeOptions {
  /** A settings.json, or an object with the settings only. */
  readonly settingsFile?: string | undefined;
  /** That there is no such file is no problem. */
  readonly settingsMayBeMissing?: boolean | undefined;
  /** Where the memory of sessions is kept. */
  readonly stateFolder?: string | undefined;
  /** What the administrator has set; read from its place unless told otherwise. */
  readonly machine?: RawMachineSettings | undefined;
  /** Loads what sends counts, where that is switched on; nothing is sent without. */
  readonly loadTelemetry?: (() => Promise<TelemetryModule>) | undefined;
}

/** What `tool-loop-guard hook` was asked for. */
interface HookOptions extends JudgeOptions {
  /** `auto`: told by the fields of the input. */
  readonly harness: HarnessName | 'auto';
}

/** True for what may stand behind `--harness`. */
export function isHarnessChoice(name: string): name is HookOptions['harness'] {
  return name === 'auto' || (HARNESS_NAMES as readonly string[]).includes(name);
}

/**
 * Answers one hook of a harness outside the window: reads its input, judges with the engine, prints the harness's
 * answer.
 *
 * Fails open, always: whatever goes wrong, nothing is printed, which lets the call run, and one line on `errors` says
 * why. The exit code is the caller's to set and always 0 (see {@link Harness}).
 */
export async function runHook(
  options: HookOptions,
  input: AsyncIterable<Buffer | string> | Iterable<Buffer | string>,
  output: TextOutput,
  errors: TextOutput,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const problems: string[] = [];
  try {
    const raw = parseRawInput(await textOf(input));
    const harness = options.harness === 'auto' ? recognise(raw, environment) : HARNESSES[options.harness];
    await judge(raw, harness, options, environment, problems, (reply) => write(output, harness.write(reply)));
  } catch (error) {
    problems.unshift(faultLine('hook', error));
  }
  if (problems.length > 0) {
    await write(errors, `tool-loop-guard: ${problems.join(' ')}\n`);
  }
}

/**
 * Judges one hook input with the memory of its session, which lies in files.
 * @param problems gets a line for each thing that could not be used
 * @param answer gets the reply; old memories are removed and counts are sent after it
 * @throws when the input or the memory cannot be used; then the call is to run
 */
export async function judge(
  raw: RawInput,
  harness: Harness,
  options: JudgeOptions,
  environment: NodeJS.ProcessEnv,
  problems: string[],
  answer: (reply: Reply) => Promise<void>,
): Promise<void> {
  const own = await ownVariables(raw, environment);
  const configuration = await configurationOf(options, own, problems);
  const stateFolder = options.stateFolder ?? defaultStateFolder(own);
  if (isRootInForeignFolder(stateFolder)) {
    throw new Error(`This runs as root, and ${stateFolder} belongs to another user.`);
  }
  const folder = new StateFolder(stateFolder);
  const { telemetry } = configuration;
  const load = telemetry.telemetry === 'off' ? undefined : options.loadTelemetry;
  const counts: Measurement[] = [];
  const measurements = new Measurements();
  const session = new HookSession(
    harness,
    configuration,
    folder,
    (problem) => problems.push(problem),
    undefined,
    load && ((event, model) => counts.push(...measurements.of(event, { harness: harness.name, model }))),
  );
  await answer(await session.answer(translateInput(raw, harness), Date.now()));
  const nowMs = Date.now();
  if (folder.sweep(nowMs)) {
    sweepCompiled(stateFolder, nowMs);
  }
  if (load !== undefined) {
    const problem = await sendFromHook(counts, telemetry, { environment: own, folder: stateFolder, load });
    problems.push(...(problem === undefined ? [] : [problem]));
  }
}

/** The environment as the person has set it: without what a file of the session's folder may have put into it. */
async function ownVariables(raw: RawInput, environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (!Object.keys(environment).some((name) => isSetting(name) || /^(?:OTEL_\w+|XDG_STATE_HOME)$/.test(name))) {
    return environment;
  }
  // Loaded on demand: few people set any of these.
  const { withoutVariablesOf } = await import('../protection/folderFiles');
  const variables = Object.values(HARNESSES).flatMap(({ folderVariable }) => folderVariable ?? []);
  const told = [folderOf(raw), ...variables.map((name) => environment[name]), process.cwd()];
  const folders = told.filter((folder): folder is string => folder !== undefined && isAbsolute(folder));
  return withoutVariablesOf([...new Set(folders)], environment, homedir());
}

/** Settings that cannot be used are told and left out, as everywhere. */
export async function configurationOf(
  { settingsFile, settingsMayBeMissing, machine = readMachineSettings() }: JudgeOptions,
  environment: NodeJS.ProcessEnv,
  problems: string[],
): Promise<Configuration> {
  let user: Record<string, unknown> | undefined;
  try {
    const isThere = settingsFile !== undefined && (settingsMayBeMissing !== true || existsSync(settingsFile));
    if (isThere && settingsMayBeMissing === true && !isOwnFile(settingsFile)) {
      throw new Error(`${settingsFile} is not a file of this user, so it is not used.`);
    }
    user = isThere ? await readSettingsFile(settingsFile) : undefined;
  } catch (error) {
    problems.push(faultLine('settings', error));
  }
  const configuration = parseConfiguration({ machine, user, environment });
  problems.push(...configuration.problems.map(({ message }) => message));
  return configuration;
}

/** Whether a variable of the environment may be a setting; Windows takes small letters for large ones. */
function isSetting(variable: string): boolean {
  return /^TOOL_LOOP_(?!GUARD_)/i.test(variable);
}

/** Read by hand: what Node has for it loads much that a hook doesn't need. */
async function textOf(input: AsyncIterable<Buffer | string> | Iterable<Buffer | string>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) {
    chunks.push(Buffer.from(chunk as string));
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

function write(output: TextOutput, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (text === '') {
      resolve();
    } else {
      output.write(text, () => resolve());
    }
  });
}
