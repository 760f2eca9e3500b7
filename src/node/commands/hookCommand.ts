import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { faultLine } from '../../core/words/logLines';
import { type Measurement, Measurements } from '../../core/telemetry/measurements';
import { isRootInForeignFolder, makePrivateFolder } from '../files/ownFile';
import { configurationOf, ownVariables, type SettingsPlace } from '../protection/hookConfiguration';
import { noteSeenCall, StateFolder, usableStateFolder } from '../state/stateFolder';
import { noteStop } from '../state/stopsLog';
import type { Harness, RawInput, Reply } from '../wire/harness';
import { HARNESS_NAMES, HARNESSES, type HarnessName, recognise } from '../agents/harnesses';
import { folderIn, type HookInput, parseRawInput, translateInput } from '../wire/input';
import { type TextOutput, written } from '../transport/standardOutput';
import type { TelemetryModule } from '../telemetry/target';
import { sendFromHook } from '../telemetry/hookTelemetry';
import { sharedFolder } from '../plugin/sharedFolder';
import { type MemoryPorts, type SessionState, StoredSessions } from './storedSessions';
import { setTimeout } from 'node:timers/promises';
import { PLAIN_NAMES } from '../../core/words/callNames';
import { inEnglish } from '../../core/words/language';
import { SubAgents } from '../../core/models/subAgents';
import { ConversationSettings } from '../../core/settings/conversationSettings';
import { isEndedByHost, isInChat, sessionTypeOf } from '../agents/sessions';
import { type CallInput, HookHandler, type HookResponse } from '../hooks/hookHandler';
import { hasCommandLine } from '../files/program';
import { SessionModels } from '../logs/sessionModel';

interface JudgeOptions extends SettingsPlace {
  readonly stateFolder?: string | undefined;
  /** Loads what sends counts if that is on; otherwise nothing is sent. */
  readonly loadTelemetry?: (() => Promise<TelemetryModule>) | undefined;
}

interface HookOptions extends JudgeOptions {
  readonly harness: HarnessName | 'auto';
}

export function isHarnessChoice(name: string): name is HookOptions['harness'] {
  return name === 'auto' || (HARNESS_NAMES as readonly string[]).includes(name);
}

/**
 * Answers one hook of a harness outside the window. Always fails open: on any failure nothing is printed, which lets
 * the call run, and one line on `errors` says why. The caller always sets the exit code to 0 (see {@link Harness}).
 */
export async function runHook(
  options: HookOptions,
  input: string,
  output: TextOutput,
  errors: TextOutput,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const problems: string[] = [];
  try {
    const raw = parseRawInput(input.replace(/^\uFEFF/, ''));
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
 * Checks one hook input with its session's memory, which is in files.
 * @param problems gets a line for each unusable thing
 * @param answer gets the reply; old memories are removed and counts are sent after it
 * @throws if the input or the memory can't be used; then the call must run
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
  const wanted = options.stateFolder ?? sharedFolder();
  if (isRootInForeignFolder(wanted)) {
    throw new Error(`This runs as root, and ${wanted} belongs to another user.`);
  }
  const stateFolder = usableStateFolder(wanted);
  if (stateFolder !== wanted) {
    // Anybody may create folders there.
    makePrivateFolder(stateFolder);
  }
  const folder = new StateFolder<SessionState>(stateFolder);
  const { telemetry } = configuration;
  const load = telemetry.telemetry === 'off' ? undefined : options.loadTelemetry;
  const counts: Measurement[] = [];
  const measurements = new Measurements();
  const isHosted = isEndedByHost(sessionTypeOf(harness, environment)) && configuration.window.agentHost;
  const reply = await answerAlone(translateInput(raw, harness), Date.now(), {
    harness,
    settings: new ConversationSettings(() => configuration),
    folder,
    onProblem: (problem) => problems.push(problem),
    observe: load && ((event, model) => counts.push(...measurements.of(event, { harness: harness.name, model }))),
    endTurn: isHosted ? endHostedTurn : undefined,
  });
  await answer(reply);
  folder.sweep(Date.now());
  if (load !== undefined) {
    const problem = await sendFromHook(counts, telemetry, { environment: own, folder: stateFolder, load });
    problems.push(...(problem === undefined ? [] : [problem]));
  }
}

/** Loaded on demand: few turns are stopped, and most of them in a window. */
async function endHostedTurn(call: CallInput): Promise<boolean> {
  const host = await import('../agentHost/hostOfHook');
  return host.endHostedTurn(call, process.argv[1] ?? '');
}

function foldersOf(raw: RawInput, environment: NodeJS.ProcessEnv): string[] {
  const variables = Object.values(HARNESSES).flatMap(({ folderVariable }) => folderVariable ?? []);
  const told = [folderIn(raw), ...variables.map((name) => environment[name]), process.cwd()];
  return [...new Set(told.filter((folder): folder is string => folder !== undefined && isAbsolute(folder)))];
}

/** How our typed commands begin. The parser decides, but takes longer to load. */
const COMMAND_BEGINNING = /^\s{0,100}(?:\/tool-loop-|!\/(?:set|unset|tool[-_]loop))/i;

interface AlonePorts extends MemoryPorts {
  readonly folder: StateFolder<SessionState>;
  readonly pause?: (ms: number) => Promise<unknown>;
  readonly endTurn?: ((call: CallInput) => Promise<boolean>) | undefined;
}

/** Without a window. @throws if the state can't be read or stored; then nothing is counted */
export async function answerAlone(input: HookInput | undefined, nowMs: number, ports: AlonePorts): Promise<Reply> {
  const { harness, settings, folder, endTurn, pause = setTimeout } = ports;
  if (!settings.mayBeEnabled()) {
    return { kind: 'allow' };
  }
  const type = sessionTypeOf(harness, {});
  const memory = new StoredSessions(ports);
  const models = new SessionModels();
  const handler = new HookHandler({
    memory,
    // Nobody else waits for the state during a pause.
    clock: { now: () => nowMs, pause },
    subAgents: new SubAgents(),
    callPorts: () => ({
      translate: inEnglish,
      messages: settings.configuration.messages,
      names: PLAIN_NAMES,
      noteStop: (stop) => noteStop(folder.parent, stop),
      isEndedElsewhere: false,
      isInTerminal: !isInChat(type),
      hasCommandLine,
    }),
    modelOf: (told) => Promise.resolve(models.of(harness, told)),
    answerTyped: (prompt) => answerTypedAlone(prompt, memory, settings),
    endTurn,
  });
  const { reply } = await handler.answer(input, { harness, type, hookGone: new AbortController().signal });
  // A call that couldn't be checked doesn't count as seen.
  if (input?.event === 'preToolUse') {
    noteSeenCall(folder.parent, harness.name, nowMs);
  }
  return reply;
}

/** The command isn't a message for the model, although some agents always pass it on. */
async function answerTypedAlone(
  input: Extract<HookInput, { event: 'userPrompt' }>,
  memory: StoredSessions,
  settings: ConversationSettings,
): Promise<HookResponse | undefined> {
  if (!COMMAND_BEGINNING.test(input.prompt)) {
    return undefined;
  }
  // Loaded on demand: it takes a while, and nearly all prompts are messages.
  const { answerTyped, parseMessage } = await import('./typedCommand');
  const command = parseMessage(input.prompt);
  if (command === undefined) {
    return undefined;
  }
  const toPerson = await memory.use(input, (session) => {
    if (command.kind === 'reset') {
      session.beginTurn();
    }
    return answerTyped(command, session, settings);
  });
  return { reply: { kind: 'blockPrompt', toPerson } };
}
