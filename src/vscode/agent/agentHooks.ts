import * as vscode from 'vscode';
import { parseMessage } from '../../core/chat/command';
import type { Guard } from '../../engine/guard';
import { SubAgents } from '../../core/models/subAgents';
import { AwaitedOutcomes } from '../../node/hooks/awaitedOutcomes';
import { type HookAnswer, NO_ANSWER } from '../../node/hooks/hookServer';
import { HARNESSES } from '../../node/hooks/harnesses/registry';
import { type HookInput, parseRawInput, translateInput } from '../../node/hooks/input';
import { replyTo } from '../../node/hooks/reply';
import { modelCallId, type TranscriptView, viewTranscript } from '../../node/hooks/transcript';
import type { AgentControl } from '../window/chatPanel';
import { translate } from '../window/translate';

/** What the agent surface needs from the window. */
export interface AgentHooksPorts {
  readonly guard: Guard;
  readonly agent: AgentControl;
}

const harness = HARNESSES.vscode;

/** An agent that has called no hook for this long is taken for ended. */
const FORGET_MILLISECONDS = 15 * 60 * 1000;

/**
 * Answers the hooks of VS Code's own agent: turns what they say into calls and outcomes, and verdicts into their
 * output.
 */
export class AgentHooks {
  readonly #outcomes = new AwaitedOutcomes();
  readonly #subAgents = new SubAgents();
  /**
   * Conversations whose agent has not ended yet, with the time of its last hook. VS Code does not tell when a person
   * cancels one.
   */
  readonly #atWork = new Map<string, number>();

  constructor(private readonly ports: AgentHooksPorts) {}

  /** @param text what the hook process got on stdin */
  async answer(text: string, gone: AbortSignal): Promise<HookAnswer> {
    const input = translateInput(parseRawInput(text), harness);
    switch (input?.event) {
      case 'sessionStart':
        await this.#learnModel(input.sessionId, input.modelId);
        return NO_ANSWER;
      case 'stop':
        this.#atWork.delete(input.sessionId);
        this.#subAgents.beginTurn(input.sessionId);
        return NO_ANSWER;
      case 'subagentStart':
        if (input.agentId !== undefined) {
          this.#subAgents.began(input.sessionId, input.agentId);
        }
        return NO_ANSWER;
      case 'userPrompt':
        return this.#prompt(input.sessionId, input.prompt);
      case 'preToolUse':
        return this.#check(input, required(input.callId), gone);
      case 'postToolUse': {
        const callId = required(input.callId);
        this.ports.guard.record(input.sessionId, { callId, result: input.result, isError: input.isError });
        this.#outcomes.arrived(input.sessionId, callId);
        this.#subAgents.answered(input.sessionId, [modelCallId(callId)]);
        return NO_ANSWER;
      }
      case undefined:
        return NO_ANSWER;
    }
  }

  /** A guarded model ended the run: the person reads why and gets the ways on in that chat, after the turn. */
  async explain(conversationId: string): Promise<void> {
    this.#atWork.delete(conversationId);
    if (this.#othersAtWork()) {
      await this.ports.agent.reveal(conversationId);
    }
    await this.ports.agent.ask(conversationId, '/tool-loop-why');
  }

  async #learnModel(conversationId: string, id: string | undefined): Promise<void> {
    if (id === undefined) {
      return;
    }
    const [model] = await vscode.lm.selectChatModels({ id });
    this.ports.guard.setModel(conversationId, { vendor: model?.vendor ?? 'unknown', family: model?.family ?? id, id });
  }

  /** A command typed without `@loopguard` is passed on to it, without asking the model. */
  #prompt(conversationId: string, prompt: string): HookAnswer {
    if (this.#subAgents.submits(conversationId, prompt)) {
      return NO_ANSWER;
    }
    if (parseMessage(prompt) === undefined) {
      this.ports.guard.beginTurn(conversationId, prompt);
      this.#subAgents.beginTurn(conversationId);
      this.#atWork.set(conversationId, Date.now());
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
  }

  async #check(
    input: Extract<HookInput, { event: 'preToolUse' }>,
    callId: string,
    hookGone: AbortSignal,
  ): Promise<HookAnswer> {
    const { sessionId: conversationId, tool, transcriptPath } = input;
    this.#atWork.set(conversationId, Date.now());
    this.#subAgents.called(conversationId, modelCallId(callId), input.arguments);
    const transcript =
      transcriptPath === undefined
        ? undefined
        : await viewTranscript(transcriptPath, callId, this.#subAgents.ofTurn(conversationId));
    // A guarded model knows whose request it answered; without one the transcript tells.
    const agent = input.agentId ?? this.ports.guard.agentOf(conversationId, modelCallId(callId)) ?? transcript?.agent;
    await this.#learnOutcomes(conversationId, agent, transcript);
    const round = transcript?.round;
    const verdict = this.ports.guard.check(
      conversationId,
      { id: callId, tool, arguments: input.arguments, round, agent, surface: 'hook' },
      Date.now(),
    );
    const reply = replyTo(verdict, input.arguments, translate);
    if (reply.kind !== 'stop') {
      return { output: harness.write(reply) };
    }
    await this.#cancel(conversationId, hookGone);
    // The participant tells the person, in sight; what a hook says is folded away.
    const refusal = { kind: 'deny', toPerson: undefined } as const;
    return verdict.action === 'break'
      ? {
          output: harness.write({ ...refusal, toModel: reply.toPerson }),
          afterwards: () => void this.ports.agent.ask(conversationId, '/tool-loop-why'),
        }
      : { output: harness.write({ ...refusal, toModel: reply.toModel }) };
  }

  async #cancel(conversationId: string, hookGone: AbortSignal): Promise<void> {
    this.#atWork.delete(conversationId);
    await this.ports.agent.cancel(conversationId, { othersAtWork: this.#othersAtWork(), hookGone });
  }

  #othersAtWork(): boolean {
    return [...this.#atWork.values()].some((lastHookMs) => Date.now() - lastHookMs < FORGET_MILLISECONDS);
  }
}

function required(callId: string | undefined): string {
  if (callId === undefined) {
    throw new Error('A hook input has no tool_use_id.');
  }
  return callId;
}
