import { parseMessage } from '../../core/chat/command';
import { HARNESSES, recognise } from '../../node/agents/harnesses';
import { endsAsAWhole, isInChat, type SessionType, sessionTypeOf } from '../../node/agents/sessions';
import { parseArguments } from '../../engine/values/canonical';
import type { Detection } from '../../engine/decision/verdict';
import { SubAgents } from '../../core/models/subAgents';
import { type CallNames, PLAIN_NAMES } from '../../core/words/callNames';
import { steeringText } from '../../core/words/loopTexts';
import { blockingNotice, stopNotice } from '../../core/words/words';
import { AwaitedOutcomes } from '../../node/hooks/awaitedOutcomes';
import {
  answerCall,
  answerModelRequest,
  answerPermission,
  type CallPorts,
  stopLine,
} from '../../node/hooks/callAnswer';
import { type Clock, SYSTEM_CLOCK } from '../../node/hooks/clock';
import { type HookAnswer, NO_ANSWER } from '../../node/transport/hookServer';
import type { Harness } from '../../node/wire/harness';
import { folderIn, parseRawInput, transcriptIn, translateInput } from '../../node/wire/input';
import { LivingMemory } from '../../node/hooks/livingMemory';
import { modelCallId } from '../../node/wire/modelCallId';
import { viewTranscript } from '../../node/transcripts/transcript';
import { roundOfCall } from '../../node/transcripts/roundOfCall';
import { WaitingCalls } from '../../node/hooks/waitingCalls';
import { AgentModels, namedModel } from '../window/agentModels';
import { translate } from '../host/translate';
import type { AgentHooksPorts } from './agentHooksPorts';
import { HookResponder } from './hookResponder';
import { contentsNow } from './contentsNow';
import { type CallHook, ForeignStops } from './foreignStops';
import { learnResults } from './resultsFromTranscript';
import { endAtMoment } from './moments';
import { recordResult } from './recordResult';
import { answeredHere, forwardCommand } from './forwardCommand';
import { inSubagentConversation } from './subagentConversation';
import { explainStop } from './runStop';
import { StoppedRuns } from './stoppedRuns';
import { LoopNotifications } from './loopNotifications';
import { CallsWithoutHook } from './callsWithoutHook';
import { hasCommandLine } from '../../node/install/findProgram';

/** Answers the hooks of agents: turns what they say into calls and outcomes, and verdicts into their output. */
export class AgentHooks {
  readonly #outcomes: AwaitedOutcomes;
  readonly #subAgents = new SubAgents();
  readonly #waiting = new WaitingCalls();
  readonly #memory: LivingMemory;
  readonly #clock: Clock;
  readonly #models: AgentModels;
  readonly #stoppedRuns: StoppedRuns;
  readonly #unheard: CallsWithoutHook;
  readonly #stuckNotices: LoopNotifications;
  readonly #foreignStops: ForeignStops;
  readonly #answers: HookResponder;
  readonly #names: CallNames;

  constructor(private readonly ports: AgentHooksPorts) {
    this.#names = ports.names ?? PLAIN_NAMES;
    this.#clock = ports.clock ?? SYSTEM_CLOCK;
    this.#outcomes = new AwaitedOutcomes(this.#clock);
    this.#memory = new LivingMemory(ports);
    this.#models = ports.models ?? new AgentModels(ports.guard);
    const notice = (stopped: Detection): string => stopNotice(stopped, translate, ports.messages(), this.#names);
    this.#stoppedRuns = new StoppedRuns({ ...ports, notice });
    this.#stuckNotices = new LoopNotifications({ ...ports, names: this.#names });
    this.#foreignStops = new ForeignStops({ ...ports, clock: this.#clock });
    this.#answers = new HookResponder({
      stoppedRuns: this.#stoppedRuns,
      foreignStops: this.#foreignStops,
      stuckNotices: this.#stuckNotices,
      notice: (stopped) => ({
        text: notice(stopped),
        blocking: blockingNotice(stopped, translate, this.#names),
        steering: steeringText(stopped, translate),
      }),
    });
    this.#unheard = new CallsWithoutHook({
      ...ports,
      subAgents: this.#subAgents,
      onStop: (conversationId, begins) => {
        const { stopped } = ports.guard.status(conversationId);
        if (begins && stopped !== undefined) {
          ports.noteStop?.(stopLine(HARNESSES.vscode, stopped, stopped.tool, this.#clock.now()));
        }
        void this.#stoppedRuns.endUnheard(conversationId, begins);
      },
    });
  }

  /** Follows no transcript any more. */
  dispose(): void {
    this.#unheard.dispose();
  }

  /**
   * @param text what the hook process got on stdin
   * @param environment what it tells of who started it
   */
  async answer(text: string, gone: AbortSignal, environment: NodeJS.ProcessEnv = {}): Promise<HookAnswer> {
    const raw = parseRawInput(text);
    const harness = recognise(raw, environment);
    this.ports.onQuestion?.(raw, harness);
    const type = sessionTypeOf(harness, environment);
    const input = inSubagentConversation(
      translateInput(raw, harness),
      type,
      this.ports.sessions,
      this.#subAgents,
      folderIn(raw),
    );
    if (harness === HARNESSES.vscode) {
      await this.#unheard.hear(input, transcriptIn(raw, harness));
    }
    if (input?.event === 'postToolUse' || input?.event === 'stop') {
      await this.#models.learn(input.sessionId);
    }
    switch (input?.event) {
      case 'sessionStart':
        if (input.modelId !== undefined) {
          this.ports.guard.setModel(input.sessionId, await namedModel(input.modelId, harness));
        }
        return NO_ANSWER;
      case 'stop':
      case 'continued':
      case 'compacted':
      case 'woken':
        if (input.event === 'stop' || (input.event === 'continued' && input.hasEnded)) {
          this.ports.sessions.ended(input.sessionId);
          this.#subAgents.beginTurn(input.sessionId);
          this.#unheard.end(input.sessionId);
        }
        if (input.event === 'woken') {
          this.ports.sessions.works(input.sessionId, this.#clock.now());
        }
        return input.event === 'stop'
          ? NO_ANSWER
          : endAtMoment(input, this.ports, { harness, type, hookGone: gone }, this.#voice(type), this.#clock.now());
      case 'subagentStart':
        if (input.agentId !== undefined) {
          this.#subAgents.began(input.sessionId, input.agentId);
        }
        return NO_ANSWER;
      case 'userPrompt':
        return input.agentId === undefined ? this.#prompt(input.sessionId, input.prompt, harness, type) : NO_ANSWER;
      case 'preToolUse':
        return this.#check({ input, harness, type, hookGone: gone });
      case 'modelRequest':
      case 'permissionRequest': {
        const memory = this.#memory.of(input.sessionId, undefined);
        const voice = this.#voice(type);
        const isCall = input.event === 'permissionRequest';
        const reply = isCall ? answerPermission(input, memory, voice) : answerModelRequest(memory, voice);
        return { output: harness.write(reply) };
      }
      case 'postToolUse':
        return recordResult(
          input,
          harness,
          this.#memory.of(input.sessionId, endsAsAWhole(type) ? undefined : input.agentId),
          { outcomes: this.#outcomes, waiting: this.#waiting, subAgents: this.#subAgents },
          this.#clock.now(),
        );
      case undefined:
        return NO_ANSWER;
    }
  }

  /** A guarded model ended the run: the person reads why and gets the ways on in that chat, after the turn. */
  async explain(conversationId: string): Promise<void> {
    await explainStop(conversationId, this.ports, (stopped) => this.#notice(stopped));
  }

  /** A command of ours is no message: it is carried out without asking the model, where the agent allows that. */
  #prompt(conversationId: string, prompt: string, harness: Harness, type: SessionType): HookAnswer {
    if (this.#subAgents.submits(conversationId, prompt)) {
      return NO_ANSWER;
    }
    const command = parseMessage(prompt, translate);
    if (command === undefined) {
      this.ports.guard.beginTurn(conversationId, prompt);
      this.#subAgents.beginTurn(conversationId);
      this.#memory.beginTurn(conversationId);
      [this.#stoppedRuns, this.#unheard, this.#stuckNotices].forEach((part) => part.beginTurn(conversationId));
      this.ports.sessions.works(conversationId, this.#clock.now());
      this.ports.sessions.spokenTo(conversationId);
      return NO_ANSWER;
    }
    return harness === HARNESSES.vscode
      ? forwardCommand(conversationId, prompt, harness, this.ports.agent)
      : answeredHere(conversationId, command, { harness, type }, this.ports);
  }

  async #check(hook: CallHook): Promise<HookAnswer> {
    const { input, harness, type } = hook;
    const { sessionId: conversationId, tool, transcriptPath } = input;
    const { guard, sessions } = this.ports;
    const callId = input.callId ?? this.#waiting.begin(conversationId, input);
    sessions.works(conversationId, this.#clock.now());
    this.#foreignStops.prepare(hook);
    this.#subAgents.called(conversationId, modelCallId(callId), parseArguments(input.arguments));
    await this.#unheard.asked(conversationId, callId);
    const transcript =
      transcriptPath === undefined || harness !== HARNESSES.vscode
        ? undefined
        : await viewTranscript(transcriptPath, callId, this.#subAgents.ofTurn(conversationId));
    // A guarded model knows whose request it answered; without one the transcript tells.
    const agent = input.agentId ?? guard.callerOf(conversationId, modelCallId(callId))?.agent ?? transcript?.agent;
    await learnResults(conversationId, agent, transcript, { guard, outcomes: this.#outcomes, waiting: this.#waiting });
    const isWhole = endsAsAWhole(type);
    const memory = this.#memory.of(conversationId, isWhole ? undefined : agent);
    const answer = answerCall(
      input,
      {
        id: callId,
        tool,
        arguments: input.arguments,
        round: transcript?.round ?? (await roundOfCall(harness, input)),
        agent,
        stopsAgentOnly: !isWhole,
        model: await this.#models.calling(input, harness),
        surface: 'hook',
        contents: await contentsNow(input),
      },
      harness,
      memory,
      { ...this.#voice(type), isEndedElsewhere: harness === HARNESSES.vscode },
      this.#clock.now(),
    );
    if (answer.stop !== undefined || answer.reply.kind === 'deny') {
      this.#waiting.drop(conversationId, callId);
    }
    return this.#answers.answer(answer, memory, hook);
  }

  #voice(type: SessionType): Omit<CallPorts, 'isEndedElsewhere'> {
    const { messages, noteStop = () => undefined } = this.ports;
    const isInTerminal = !isInChat(type);
    return { translate, messages: messages(), names: this.#names, noteStop, isInTerminal, hasCommandLine };
  }

  /** What the person is told of a stop outside of the chat. */
  #notice(stopped: Detection): string {
    return stopNotice(stopped, translate, this.ports.messages(), this.#names);
  }
}
