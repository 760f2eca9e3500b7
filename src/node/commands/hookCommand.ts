import { ConversationSettings } from '../../core/settings/conversationSettings';
import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { canonicalText, parseArguments } from '../../engine/canonical';
import { type Rename, snapshotOf, stateOf } from '../../engine/state';
import { Guard } from '../../engine/guard';
import { inEnglish } from '../../core/words/language';
import { faultLine } from '../../core/words/logLines';
import type { Configuration } from '../../core/settings/configuration';
import { parseConfiguration } from '../../core/settings/parse';
import { operationOf } from '../../core/settings/resolve';
import type { Verdict } from '../../engine/verdict';
import type { Messages } from '../../core/words/messages';
import { textsOf } from '../../core/words/words';
import { sha256 } from '../files/hash';
import { readSettingsFile } from '../files/settingsFile';
import { defaultStateFolder, type SessionState, StateFolder } from '../files/stateFile';
import { modelCallId, viewTranscript } from '../hooks/transcript';
import { HARNESS_NAMES, type Harness, type HarnessName, type Reply } from '../hooks/harness';
import { HARNESSES, recognise } from '../hooks/harnesses/registry';
import { parseRawInput, translateInput, type WireCall, type WireInput } from '../hooks/input';

/** What `tool-loop-guard hook` was asked for. */
export interface HookOptions {
  /** `auto`: told by the fields of the input. */
  readonly harness: HarnessName | 'auto';
  /** A settings.json, or an object with the settings only. */
  readonly settingsFile?: string | undefined;
  /** Where the memory of sessions is kept. */
  readonly stateFolder?: string | undefined;
}

type CallOutcome = Extract<WireInput, { event: 'postToolUse' }>;
type CallRequest = Extract<WireInput, { event: 'preToolUse' }>;

/** The name of the main agent's memory in a session's state; sub-agents go by a hash. */
const MAIN_AGENT = 'main';

/** Stands for the arguments of an earlier call in a text that quotes them. */
const NOT_KEPT = '…';

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
  input: Readable,
  output: Writable,
  errors: Writable,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const problems: string[] = [];
  try {
    const raw = parseRawInput(await text(input));
    const harness = options.harness === 'auto' ? recognise(raw) : HARNESSES[options.harness];
    const configuration = await configurationOf(options.settingsFile, environment, problems);
    const folder = new StateFolder(options.stateFolder ?? defaultStateFolder(environment));
    const session = new HookSession(harness, configuration, folder, (problem) => problems.push(problem));
    const reply = await session.answer(translateInput(raw, harness), Date.now());
    await write(output, harness.write(reply));
    folder.sweep(Date.now());
  } catch (error) {
    problems.unshift(faultLine('hook', error));
  }
  if (problems.length > 0) {
    await write(errors, `tool-loop-guard: ${problems.join(' ')}\n`);
  }
}

/** Judges the events of one session, whose memory lies in a file in between. */
export class HookSession {
  readonly #settings: ConversationSettings;

  constructor(
    private readonly harness: Harness,
    private readonly configuration: Configuration,
    private readonly folder: StateFolder,
    private readonly onProblem: (problem: string) => void,
  ) {
    this.#settings = new ConversationSettings(() => configuration);
  }

  /**
   * @param nowMs on a clock that all processes share
   * @throws when the memory cannot be had or kept; then nothing is counted
   */
  async answer(input: WireInput | undefined, nowMs: number): Promise<Reply> {
    if (!this.#settings.mayBeEnabled()) {
      return { kind: 'allow' };
    }
    switch (input?.event) {
      case 'preToolUse':
        return this.#check(input, nowMs);
      case 'postToolUse':
        await this.#withGuard(input, (guard, id) => record(guard, id, input));
        break;
      case 'userPrompt':
        await this.#beginTurn(input);
        break;
      case 'sessionStart':
        await this.#withGuard({ ...input, agentId: undefined }, () => undefined);
        break;
      default:
    }
    return { kind: 'allow' };
  }

  async #check(input: CallRequest, nowMs: number): Promise<Reply> {
    const { callId, tool, transcriptPath, arguments: callArguments } = input;
    const transcript =
      callId === undefined || transcriptPath === undefined ? undefined : await viewTranscript(transcriptPath, callId);
    const failed = [...(transcript?.failed ?? [])].map((id) => `${shortId(id)}.`);
    const verdict = await this.#withGuard(input, (guard, conversationId): Verdict => {
      for (const unanswered of guard
        .unanswered(conversationId)
        .filter((id) => failed.some((prefix) => id.startsWith(prefix)))) {
        guard.record(conversationId, { callId: unanswered, result: '', isError: true });
      }
      const round = transcript?.round === undefined ? undefined : shortId(transcript.round);
      return guard.check(conversationId, { id: idOf(input), tool, arguments: callArguments, round }, nowMs);
    });
    return replyTo(verdict, callArguments, this.configuration.messages);
  }

  /** Runs work on the guard of one agent; what the guard knows is read before and kept after. */
  #withGuard<Result>(
    input: Pick<WireCall, 'agentId'> & { sessionId: string; modelId: string | undefined } & Partial<WireCall>,
    work: (guard: Guard, conversationId: string) => Result,
  ): Promise<Result> {
    const { sessionId, agentId, modelId } = input;
    const agent = agentId === undefined ? MAIN_AGENT : shortId(agentId);
    const conversationId = agentId === undefined ? sessionId : `${sessionId}/${agentId}`;
    const { conceal, reveal } = this.#renames(input.tool ?? '', input.arguments);
    return this.#update(sessionId, (session) => {
      const guard = this.#guard();
      const stored = session.get(agent);
      if (stored !== undefined) {
        guard.restore(
          conversationId,
          snapshotOf(stored, {
            conversationId,
            settings: this.#settings.effective(conversationId, undefined).values,
            reveal,
          }),
        );
      }
      if (modelId !== undefined) {
        guard.setModel(conversationId, { vendor: this.harness.vendor, family: modelId, id: modelId });
      }
      const result = work(guard, conversationId);
      const snapshot = guard.snapshot(conversationId);
      if (snapshot === undefined) {
        return { state: undefined, result };
      }
      const others = [...session].filter(([name]) => name !== agent);
      return { state: new Map([...others, [agent, stateOf(snapshot, conceal)]]), result };
    });
  }

  /** The person speaks to the main agent; sub-agents that were at work belong to an earlier turn. */
  #beginTurn({ sessionId }: { readonly sessionId: string }): Promise<void> {
    return this.#update(sessionId, (session) => {
      const stored = session.get(MAIN_AGENT);
      if (stored === undefined) {
        return { state: session.size === 0 ? undefined : new Map(), result: undefined };
      }
      const guard = this.#guard();
      guard.restore(
        sessionId,
        snapshotOf(stored, {
          conversationId: sessionId,
          settings: this.#settings.effective(sessionId, undefined).values,
          reveal: same,
        }),
      );
      guard.beginTurn(sessionId);
      const snapshot = guard.snapshot(sessionId);
      return {
        state: new Map(snapshot === undefined ? [] : [[MAIN_AGENT, stateOf(snapshot, same)]]),
        result: undefined,
      };
    });
  }

  #update<Result>(
    sessionId: string,
    change: (state: SessionState) => { state: SessionState | undefined; result: Result },
  ): Promise<Result> {
    return this.folder.update(sessionId, change, () =>
      this.onProblem('The state of this session could not be read; its count starts again.'),
    );
  }

  #guard(): Guard {
    return new Guard({
      hash: sha256,
      settingsFor: this.#settings.settingsFor,
      report: (event) => {
        if (event.kind === 'fault') {
          this.onProblem(faultLine(event.during, event.error));
        }
      },
      onDetection: this.harness.canAsk ? undefined : ({ action }) => (action === 'ask' ? 'chance' : undefined),
    });
  }

  /** The operation of a tool is the text of an argument: in the state a digest stands for it. */
  #renames(tool: string, callArguments: unknown): { conceal: Rename; reveal: Rename } {
    const operation = operationOf(this.configuration, tool, parseArguments(callArguments));
    if (operation === undefined) {
      return { conceal: same, reveal: same };
    }
    const open = `${tool}:${operation}`;
    const concealed = `${tool}:#${shortId(operation)}`;
    return {
      conceal: (name) => (name === open ? concealed : name),
      reveal: (name) => (name === concealed ? open : name),
    };
  }
}

/** Takes note of an outcome; one whose call is not known is ignored. */
function record(
  guard: Guard,
  conversationId: string,
  { callId, tool, arguments: callArguments, result, isError }: CallOutcome,
): void {
  const id =
    callId === undefined
      ? guard
          .unanswered(conversationId)
          .findLast((candidate) => candidate.startsWith(derivedPrefix(tool, callArguments)))
      : givenId(callId);
  if (id !== undefined) {
    guard.record(conversationId, { callId: id, result, isError });
  }
}

/**
 * A harness that gives no call ids tells of an outcome by the call it belongs to; each request is a call of its own.
 */
function idOf({ callId, tool, arguments: callArguments }: CallRequest): string {
  return callId === undefined ? `${derivedPrefix(tool, callArguments)}${randomUUID()}` : givenId(callId);
}

/** Begins with the id that the model gave, for that is all a transcript tells. */
function givenId(callId: string): string {
  return `${shortId(modelCallId(callId))}.${shortId(callId)}`;
}

function derivedPrefix(tool: string, callArguments: unknown): string {
  return `${shortId(`${tool}\0${canonicalText(callArguments)}`)}:`;
}

/** Ids come from outside and may be of any length: in the state a digest stands for each. */
function shortId(id: string): string {
  return sha256(id).slice(0, 20);
}

function same(tool: string): string {
  return tool;
}

/**
 * @param callArguments of the judged call: a detection that was read from a state has lost its own, which are the same
 */
function replyTo(verdict: Verdict, callArguments: unknown, messages: Messages): Reply {
  if (verdict.action === 'allow') {
    return { kind: 'allow' };
  }
  const { action, detection } = verdict;
  const own = action === 'stopped' ? (detection.arguments ?? NOT_KEPT) : callArguments;
  const { forModel = '', forPerson: toPerson = '' } = textsOf(
    { action, detection: { ...detection, arguments: own } },
    inEnglish,
    messages,
  );
  switch (action) {
    case 'warn':
      return { kind: 'warn', toPerson };
    case 'ask':
      return { kind: 'ask', toPerson };
    case 'chance':
      return { kind: 'deny', toModel: forModel, toPerson };
    case 'break':
    case 'stopped':
      return { kind: 'stop', toModel: forModel, toPerson };
  }
}

/** Settings that cannot be used are told and left out, as everywhere. */
async function configurationOf(
  settingsFile: string | undefined,
  environment: NodeJS.ProcessEnv,
  problems: string[],
): Promise<Configuration> {
  let user: Record<string, unknown> | undefined;
  try {
    user = settingsFile === undefined ? undefined : await readSettingsFile(settingsFile);
  } catch (error) {
    problems.push(faultLine('settings', error));
  }
  const configuration = parseConfiguration({ user, environment });
  problems.push(...configuration.problems.map(({ message }) => message));
  return configuration;
}

function write(stream: Writable, chunk: string): Promise<void> {
  return new Promise((resolve) => {
    if (chunk === '') {
      resolve();
    } else {
      stream.write(chunk, () => resolve());
    }
  });
}
