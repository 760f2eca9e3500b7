import { setTimeout } from 'node:timers/promises';
import { inEnglish } from '../../core/words/language';
import { PLAIN_NAMES } from '../../core/words/callNames';
import type { Configuration } from '../../core/settings/configuration';
import { ConversationSettings } from '../../core/settings/conversationSettings';
import { answerCall, answerModelRequest, answerOutcome, answerPermission, type CallPorts } from '../hooks/callAnswer';
import { contentsAround } from '../hooks/contentsAround';
import type { StateFolder } from '../state/stateFile';
import type { Harness, Reply } from '../wire/harness';
import { mayBeCommand } from '../hooks/ownCommand';
import type { HookInput } from '../wire/input';
import { answerMoment, callOfMoment } from '../hooks/momentReply';
import { SessionModels } from '../transcripts/sessionModel';
import { isInChat, sessionTypeOf } from '../agents/sessions';
import { roundOfCall } from '../transcripts/roundOfCall';
import { viewTranscript } from '../transcripts/transcript';
import { type MemoryPorts, SessionMemory } from './sessionMemory';
import { answeredCallId, isOfCall, newCallId, shortId } from './storedCallIds';
import { hasCommandLine } from '../install/findProgram';

type InputOf<Event> = Extract<HookInput, { event: Event }>;
type CallRequest = InputOf<'preToolUse'>;

const ALLOW: Reply = { kind: 'allow' };

/** Handles the events of one session, whose state is in a file in between. */
export class HookSession {
  readonly #settings: ConversationSettings;
  readonly #memory: SessionMemory;
  readonly #models = new SessionModels();
  readonly #ports: CallPorts;

  constructor(
    private readonly harness: Harness,
    configuration: Configuration,
    private readonly folder: StateFolder,
    onProblem: (problem: string) => void,
    private readonly pause: (ms: number) => Promise<unknown> = setTimeout,
    observe?: MemoryPorts['observe'],
  ) {
    this.#settings = new ConversationSettings(() => configuration);
    this.#memory = new SessionMemory({ harness, configuration, settings: this.#settings, folder, onProblem, observe });
    this.#ports = {
      translate: inEnglish,
      messages: configuration.messages,
      names: PLAIN_NAMES,
      noteStop: (line) => folder.noteStop(line),
      isEndedElsewhere: false,
      isInTerminal: !isInChat(sessionTypeOf(harness, {})),
      hasCommandLine,
    };
  }

  /**
   * @param nowMs on a clock that all processes share
   * @throws when the state can't be read or stored; then nothing is counted
   */
  async answer(input: HookInput | undefined, nowMs: number): Promise<Reply> {
    if (!this.#settings.mayBeEnabled()) {
      return ALLOW;
    }
    switch (input?.event) {
      case 'preToolUse':
        return this.#noted(await this.#check(input, nowMs), nowMs);
      case 'modelRequest':
        return this.#memory.use({ ...input, agentId: undefined }, (memory): Reply =>
          answerModelRequest(memory, this.#ports),
        );
      case 'permissionRequest':
        return this.#memory.use({ ...input, agentId: undefined }, (memory): Reply =>
          answerPermission(input, memory, this.#ports),
        );
      case 'postToolUse': {
        const contents = await contentsAround(input);
        return this.#memory.use(input, (memory) => {
          const callId = answeredCallId(input, memory.guard.unanswered(memory.conversationId));
          return answerOutcome(callId, { ...input, contents }, this.harness, memory, nowMs);
        });
      }
      case 'userPrompt':
        // The prompt of a subagent is no message of the person.
        return input.agentId === undefined ? ((await this.#answerTyped(input)) ?? this.#beginTurn(input)) : ALLOW;
      case 'continued':
      case 'compacted':
      case 'woken':
        return this.#memory.use(input, (memory): Reply => {
          const moment = { ...callOfMoment(input), agent: undefined };
          return answerMoment(moment, this.harness, memory, this.#ports, nowMs).reply;
        });
      case 'sessionStart':
        await this.#memory.use({ ...input, agentId: undefined }, () => undefined);
        break;
      default:
    }
    return ALLOW;
  }

  /** A call that could not be checked is none that was seen. */
  #noted(reply: Reply, nowMs: number): Reply {
    this.folder.noteCall(this.harness.name, nowMs);
    return reply;
  }

  async #beginTurn({ sessionId, prompt }: InputOf<'userPrompt'>): Promise<Reply> {
    await this.#memory.beginTurn(sessionId, prompt);
    return ALLOW;
  }

  /**
   * Carries out a command that was typed as a prompt. It is no message for the model, although some agents let nobody
   * keep it away from the model.
   * @returns undefined for a message
   */
  async #answerTyped(input: InputOf<'userPrompt'>): Promise<Reply | undefined> {
    if (!mayBeCommand(input.prompt)) {
      return undefined;
    }
    // Loaded on demand: it takes a while, and nearly all prompts are messages.
    const { answerTyped, typedCommand } = await import('./typedCommand');
    const command = typedCommand(input.prompt);
    if (command === undefined) {
      return undefined;
    }
    if (command.kind === 'reset') {
      await this.#memory.beginTurn(input.sessionId);
    }
    const toPerson = await this.#memory.use(input, (memory) => answerTyped(command, memory, this.#settings));
    return { kind: 'blockPrompt', toPerson };
  }

  async #check(input: CallRequest, nowMs: number): Promise<Reply> {
    const { callId, tool, transcriptPath, arguments: callArguments } = input;
    const transcript =
      this.harness.roundIn !== undefined || callId === undefined || transcriptPath === undefined
        ? undefined
        : await viewTranscript(transcriptPath, callId);
    const answerId = transcript?.round ?? (await roundOfCall(this.harness, input));
    const failed = [...(transcript?.failed ?? [])];
    const contents = await contentsAround(input);
    // A subagent may have another model than the one that its parent's file names.
    const modelId = input.agentId === undefined ? await this.#models.of(this.harness, input) : undefined;
    const { reply, pauseMs } = await this.#memory.use({ ...input, modelId: input.modelId ?? modelId }, (memory) => {
      const { guard, conversationId } = memory;
      for (const unanswered of guard
        .unanswered(conversationId)
        .filter((id) => failed.some((failure) => isOfCall(id, failure)))) {
        guard.record(conversationId, { callId: unanswered, result: '', isError: true });
      }
      const round = answerId === undefined ? undefined : shortId(answerId);
      const call = { id: newCallId(input), tool, arguments: callArguments, round, contents };
      return answerCall(input, call, this.harness, memory, this.#ports, nowMs);
    });
    // Nobody else waits for the state meanwhile.
    await (pauseMs > 0 ? this.pause(pauseMs) : undefined);
    return reply;
  }
}
