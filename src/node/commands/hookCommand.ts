import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { faultLine } from '../../core/words/logLines';
import { type Measurement, Measurements } from '../../core/telemetry/measurements';
import { isRootInForeignFolder, makePrivateFolder } from '../files/ownFile';
import { configurationOf, ownVariables, type SettingsPlace } from '../protection/hookConfiguration';
import { defaultStateFolder, StateFolder, usableStateFolder } from '../state/stateFolder';
import type { Harness, RawInput, Reply } from '../wire/harness';
import { HARNESS_NAMES, HARNESSES, type HarnessName, recognise } from '../agents/harnesses';
import { folderIn, parseRawInput, translateInput } from '../wire/input';
import { type TextOutput, written } from '../transport/standardOutput';
import type { TelemetryModule } from '../telemetry/target';
import { sendFromHook } from '../telemetry/hookTelemetry';
import { HookSession } from './hookSession';
import type { SessionState } from './storedSessions';

interface JudgeOptions extends SettingsPlace {
  readonly stateFolder?: string | undefined;
  /** Loads what sends counts, where that is switched on; nothing is sent without. */
  readonly loadTelemetry?: (() => Promise<TelemetryModule>) | undefined;
}

interface HookOptions extends JudgeOptions {
  /** `auto`: told by the fields of the input. */
  readonly harness: HarnessName | 'auto';
}

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
    await judge(raw, harness, options, environment, problems, (reply) => written(output, harness.write(reply)));
  } catch (error) {
    problems.unshift(faultLine('hook', error));
  }
  if (problems.length > 0) {
    await written(errors, `tool-loop-guard: ${problems.join(' ')}\n`);
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
  const own = ownVariables(foldersOf(raw, environment), environment, homedir());
  const configuration = configurationOf(options, own, problems);
  const wanted = options.stateFolder ?? defaultStateFolder(own);
  if (isRootInForeignFolder(wanted)) {
    throw new Error(`This runs as root, and ${wanted} belongs to another user.`);
  }
  const stateFolder = usableStateFolder(wanted);
  if (stateFolder !== wanted) {
    // Anybody may make folders there.
    makePrivateFolder(stateFolder);
  }
  const folder = new StateFolder<SessionState>(stateFolder);
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
  folder.sweep(Date.now());
  if (load !== undefined) {
    const problem = await sendFromHook(counts, telemetry, { environment: own, folder: stateFolder, load });
    problems.push(...(problem === undefined ? [] : [problem]));
  }
}

/** Where the session works, as the input and the agent's variables tell. */
function foldersOf(raw: RawInput, environment: NodeJS.ProcessEnv): string[] {
  const variables = Object.values(HARNESSES).flatMap(({ folderVariable }) => folderVariable ?? []);
  const told = [folderIn(raw), ...variables.map((name) => environment[name]), process.cwd()];
  return [...new Set(told.filter((folder): folder is string => folder !== undefined && isAbsolute(folder)))];
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
