import { setTimeout } from 'node:timers/promises';
import { PLAIN_NAMES } from '../../core/words/callNames';
import { inEnglish } from '../../core/words/language';
import { SubAgents } from '../../core/models/subAgents';
import type { Configuration } from '../../core/settings/configuration';
import { ConversationSettings } from '../../core/settings/conversationSettings';
import type { ModelName } from '../../engine/facts/call';
import { isInChat, type SessionType, sessionTypeOf } from '../agents/sessions';
import type { CallPorts } from '../hooks/callAnswer';
import { HookHandler, type HookResponse } from '../hooks/hookHandler';
import { hasCommandLine } from '../install/findProgram';
import { noteSeenCall, noteStop, type StateFolder } from '../state/stateFolder';
import { modelOfHarness, SessionModels } from '../logs/sessionModel';
import type { Harness, Reply } from '../wire/harness';
import type { HookInput } from '../wire/input';
import { type MemoryPorts, type SessionState, StoredSessions } from './storedSessions';
import { closeSync, openSync } from 'node:fs';

/** How our commands begin in a prompt. Whether it is one, the parser says, which takes longer to load. */
const COMMAND_BEGINNING = /^\s{0,100}(?:\/tool-loop-|!\/(?:set|unset|tool[-_]loop))/i;

/** Answers hooks of one session without a window: what is known of it is in a file in between. */
export class HookSession {
  readonly #settings: ConversationSettings;
  readonly #memory: StoredSessions;
  readonly #models = new SessionModels();
  readonly #ports: CallPorts;
  readonly #type: SessionType;

  constructor(
    private readonly harness: Harness,
    configuration: Configuration,
    private readonly folder: StateFolder<SessionState>,
    onProblem: (problem: string) => void,
    private readonly pause: (ms: number) => Promise<unknown> = setTimeout,
    observe?: MemoryPorts['observe'],
    isAttended: () => boolean = hasTerminal,
  ) {
    this.#type = sessionTypeOf(harness, {});
    this.#settings = new ConversationSettings(() => configuration);
    this.#memory = new StoredSessions({ settings: this.#settings, folder, onProblem, observe, harness, isAttended });
    this.#ports = {
      translate: inEnglish,
      messages: configuration.messages,
      names: PLAIN_NAMES,
      noteStop: (line) => noteStop(folder.parent, line),
      isEndedElsewhere: false,
      isInTerminal: !isInChat(this.#type),
      hasCommandLine,
    };
  }

  /**
   * @param nowMs on a clock that all processes share
   * @throws when the state can't be read or stored; then nothing is counted
   */
  async answer(input: HookInput | undefined, nowMs: number): Promise<Reply> {
    if (!this.#settings.mayBeEnabled()) {
      return { kind: 'allow' };
    }
    const handler = new HookHandler({
      memory: this.#memory,
      // Nobody else waits for the state while it pauses.
      clock: { now: () => nowMs, pause: this.pause },
      subAgents: new SubAgents(),
      callPorts: () => this.#ports,
      modelOf: (told) => this.#modelOf(told),
      answerTyped: (prompt) => this.#answerTyped(prompt, nowMs),
    });
    const hookGone = new AbortController().signal;
    const { reply } = await handler.answer(input, { harness: this.harness, type: this.#type, hookGone });
    // A call that could not be checked is none that was seen.
    if (input?.event === 'preToolUse') {
      noteSeenCall(this.folder.parent, this.harness.name, nowMs);
    }
    return reply;
  }

  async #modelOf(input: HookInput): Promise<ModelName | undefined> {
    // A subagent may have another model than the one that its parent's file names.
    const isWritten = input.event === 'preToolUse' && input.agentId === undefined;
    const id = input.modelId ?? (isWritten ? await this.#models.of(this.harness, input) : undefined);
    return id === undefined ? undefined : modelOfHarness(this.harness, id);
  }

  /** The command is no message for the model, although some agents let nobody keep it away from the model. */
  async #answerTyped(
    input: Extract<HookInput, { event: 'userPrompt' }>,
    nowMs: number,
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
    const toPerson = await this.#memory.use(input, (session) => {
      if (command.kind === 'reset') {
        session.beginTurn(nowMs, this.#memory.isAttended);
      }
      return answerTyped(command, session, this.#settings);
    });
    return { reply: { kind: 'blockPrompt', toPerson } };
  }
}

/** Whether this process has a terminal, at which a person may be. On Windows, nobody can tell. */
function hasTerminal(): boolean {
  if (process.platform === 'win32') {
    return true;
  }
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
