import { parseMessage } from '../../core/chat/command';
import { parseArguments } from '../../engine/canonical';
import type { Guard } from '../../engine/guard';
import type { Detection } from '../../engine/verdict';
import type { SessionType } from '../../core/status/sessionType';
import { SubAgents } from '../../core/models/subAgents';
import { breakText, stopNotice } from '../../core/words/words';
import { contentsAround } from '../../node/hooks/contentsAround';
import { AwaitedOutcomes } from '../../node/hooks/awaitedOutcomes';
import { type HookAnswer, NO_ANSWER } from '../../node/hooks/hookServer';
import type { Harness, RawInput } from '../../node/hooks/harness';
import { HARNESSES, recognise } from '../../node/hooks/harnesses/registry';
import { sessionTypeOf } from '../../node/hooks/hookHost';
import { folderIn, type HookInput, parseRawInput, translateInput } from '../../node/hooks/input';
import type { Messages } from '../../core/words/messages';
import { PermissionStepsOfSessions } from '../../node/hooks/permissionSteps';
import { Refusals } from '../../node/hooks/refusals';
import { recordAndReply, replyTo } from '../../node/hooks/reply';
import { modelCallId, type TranscriptView, viewTranscript } from '../../node/hooks/transcript';
import { WaitingCalls } from '../../node/hooks/waitingCalls';
import type { AgentSessions } from '../window/agentSessions';
import type { AgentControl } from '../window/chatPanel';
import { translate } from '../window/translate';
import type { MomentInput } from '../../node/hooks/momentReply';
import { callingModel, namedModel } from './agentModel';
import { answerMoment } from './moments';
import { openText } from './openText';
import { placed } from './placed';
import { endOrLetGo, explainStop, stopRun } from './runStop';

/** What the agent surface needs from the window. */
export interface AgentHooksPorts {
  readonly guard: Guard;
  readonly agent: AgentControl;
  /** The person's own texts, as they are set now. */
  readonly messages: () => Messages;
  readonly sessions: AgentSessions;
  /** Told of every input that can be read, before it is answered. */
  readonly onQuestion?: (input: RawInput) => void;
}

type CallRequest = Extract<HookInput, { event: 'preToolUse' }>;

/** Answers the hooks of agents: turns what they say into calls and outcomes, and verdicts into their output. */
export class AgentHooks {
  readonly #outcomes = new AwaitedOutcomes();
  readonly #subAgents = new SubAgents();
  readonly #waiting = new WaitingCalls();
  readonly #permissions = new PermissionStepsOfSessions();
  readonly #refusals = new Refusals();
  /** Conversations whose stop the person has been told since their last message. */
  readonly #told = new Set<string>();

  constructor(private readonly ports: AgentHooksPorts) {}

  /**
   * @param text what the hook process got on stdin
   * @param environment what it tells of who started it
   */
  async answer(text: string, gone: AbortSignal, environment: NodeJS.ProcessEnv = {}): Promise<HookAnswer> {
    const raw = parseRawInput(text);
    this.ports.onQuestion?.(raw);
    const harness = recognise(raw, environment);
    const type = sessionTypeOf(harness, environment);
    const input = placed(translateInput(raw, harness), type, this.ports.sessions, this.#subAgents, folderIn(raw));
    switch (input?.event) {
      case 'sessionStart':
        if (input.modelId !== undefined) {
          this.ports.guard.setModel(input.sessionId, await namedModel(input.modelId, harness));
        }
        return NO_ANSWER;
      case 'stop':
        this.ports.sessions.ended(input.sessionId);
        this.#subAgents.beginTurn(input.sessionId);
        return NO_ANSWER;
      case 'continued':
        if (input.hasEnded) {
          this.ports.sessions.ended(input.sessionId);
          this.#subAgents.beginTurn(input.sessionId);
        }
        return this.#moment(input, harness, type, gone);
      case 'compacted':
        return this.#moment(input, harness, type, gone);
      case 'subagentStart':
        if (input.agentId !== undefined) {
          this.#subAgents.began(input.sessionId, input.agentId);
        }
        return NO_ANSWER;
      case 'userPrompt':
        return input.agentId === undefined ? this.#prompt(input.sessionId, input.prompt, harness) : NO_ANSWER;
      case 'preToolUse':
        return this.#check(input, harness, type, gone);
      case 'permissionRequest': {
        const stopped = this.ports.guard.status(input.sessionId).stopped;
        return this.#permissions.of(input.sessionId).asked(input) && stopped !== undefined
          ? { output: harness.write({ kind: 'interrupt', toPerson: this.#breakText(stopped) }) }
          : NO_ANSWER;
      }
      case 'postToolUse': {
        const callId = input.callId ?? this.#waiting.end(input.sessionId, input);
        if (callId === undefined) {
          return NO_ANSWER;
        }
        const answered = { ...input, contents: await contentsAround(input, openText) };
        const reply = recordAndReply(this.ports.guard, harness, input.sessionId, callId, answered, Date.now());
        this.#outcomes.arrived(input.sessionId, callId);
        this.#subAgents.answered(input.sessionId, [modelCallId(callId)]);
        return { output: harness.write(reply) };
      }
      case undefined:
        return NO_ANSWER;
    }
  }

  /** A guarded model ended the run: the person reads why and gets the ways on in that chat, after the turn. */
  async explain(conversationId: string): Promise<void> {
    await explainStop(conversationId, this.ports, (stopped) => this.#notice(stopped));
  }

  #moment(input: MomentInput, harness: Harness, type: SessionType, hookGone: AbortSignal): Promise<HookAnswer> {
    const noticeOf = (stopped: Detection): string => this.#notice(stopped);
    return answerMoment(input, this.ports, { harness, type, hookGone, noticeOf });
  }

  #breakText(stopped: Detection): string {
    return breakText(stopped, translate, this.ports.messages());
  }

  #notice(stopped: Detection): string {
    return stopNotice(stopped, translate, this.ports.messages());
  }

  /** A command typed without `@loopguard` is passed on to it, without asking the model. */
  #prompt(conversationId: string, prompt: string, harness: Harness): HookAnswer {
    if (this.#subAgents.submits(conversationId, prompt)) {
      return NO_ANSWER;
    }
    // Only in a chat of VS Code's own agent is there somebody who answers commands.
    if (harness !== HARNESSES.vscode || parseMessage(prompt) === undefined) {
      this.ports.guard.beginTurn(conversationId, prompt);
      this.#subAgents.beginTurn(conversationId);
      this.#permissions.of(conversationId).beginTurn();
      this.#refusals.clear(conversationId);
      this.#told.delete(conversationId);
      this.ports.sessions.works(conversationId, Date.now());
      return NO_ANSWER;
    }
    return {
      output: harness.write({
        kind: 'blockPrompt',
        toPerson: translate('This is a command for @loopguard, which answers below. The model was not asked.'),
      }),
      afterwards: () => void this.ports.agent.ask(conversationId, prompt.trim()),
    };
  }

  /** Failures are known from the transcript only; other outcomes of earlier turns are about to arrive. */
  async #learnOutcomes(
    conversationId: string,
    agent: string | undefined,
    transcript: TranscriptView | undefined,
  ): Promise<void> {
    const awaited: string[] = [];
    for (const callId of this.ports.guard.unanswered(conversationId, agent)) {
      const id = modelCallId(callId);
      if (transcript?.failed.has(id) === true) {
        this.ports.guard.record(conversationId, { callId, result: '', isError: true });
      } else if (transcript?.siblings.has(id) !== true) {
        awaited.push(callId);
      }
    }
    await this.#outcomes.wait(conversationId, awaited);
    // Harnesses without call ids may keep an outcome to themselves; the next one is not this call's.
    const known = new Set(awaited);
    for (const callId of this.ports.guard.unanswered(conversationId, agent).filter((id) => known.has(id))) {
      this.#waiting.drop(conversationId, callId);
    }
  }

  async #check(input: CallRequest, harness: Harness, type: SessionType, hookGone: AbortSignal): Promise<HookAnswer> {
    const { sessionId: conversationId, tool, transcriptPath } = input;
    const callId = input.callId ?? this.#waiting.begin(conversationId, input);
    const { sessions } = this.ports;
    sessions.works(conversationId, Date.now());
    this.#subAgents.called(conversationId, modelCallId(callId), parseArguments(input.arguments));
    const transcript =
      transcriptPath === undefined || harness !== HARNESSES.vscode
        ? undefined
        : await viewTranscript(transcriptPath, callId, this.#subAgents.ofTurn(conversationId));
    // A guarded model knows whose request it answered; without one the transcript tells.
    const agent = input.agentId ?? this.ports.guard.agentOf(conversationId, modelCallId(callId)) ?? transcript?.agent;
    await this.#learnOutcomes(conversationId, agent, transcript);
    const round = transcript?.round;
    const model = await callingModel(input, harness);
    const contents = await contentsAround(input, openText);
    const verdict = this.ports.guard.check(
      conversationId,
      { id: callId, tool, arguments: input.arguments, round, agent, model, surface: 'hook', contents },
      Date.now(),
    );
    const reply = replyTo(verdict, input.arguments, translate, this.ports.messages());
    if (reply.kind === 'deny' || reply.kind === 'stop') {
      this.#waiting.drop(conversationId, callId);
    }
    if (reply.kind !== 'stop' || verdict.action === 'allow') {
      return { output: harness.write(reply) };
    }
    if (harness !== HARNESSES.vscode && this.#refusals.areTooMany(conversationId)) {
      return endOrLetGo(conversationId, harness, reply, this.ports);
    }
    const isFirst = verdict.action === 'break' && !this.#told.has(conversationId);
    this.#told.add(conversationId);
    const areOthersAtWork = (): boolean => sessions.areOthersAtWork(conversationId, Date.now());
    const { detection } = verdict;
    const notice = { text: this.#notice(detection), call: detection };
    const stopped = { input, harness, type, reply, notice, isFirst, areOthersAtWork, hookGone };
    return stopRun(stopped, this.ports, this.#permissions.of(conversationId));
  }
}
