import * as vscode from 'vscode';
import { parseMessage } from '../../core/chat/command';
import type { Guard } from '../../engine/guard';
import { SubAgents } from '../../core/models/subAgents';
import type { Messages } from '../../core/words/messages';
import { askText, breakText, chanceText, guidanceText, stoppedText, warningText } from '../../core/words/words';
import { AwaitedOutcomes } from '../../node/hooks/awaitedOutcomes';
import { type HookAnswer, NO_ANSWER } from '../../node/hooks/hookServer';
import {
  askOutput,
  blockPromptOutput,
  denyOutput,
  type HookInput,
  messageOutput,
  parseHookInput,
} from '../../node/hooks/hookWire';
import { modelCallId, type TranscriptView, viewTranscript } from '../../node/hooks/transcript';
import { translate } from '../window/translate';

/** What the agent surface needs from the window. */
export interface AgentHooksPorts {
  readonly guard: Guard;
  readonly agent: AgentControl;
  /** The person's own texts, as they are set now. */
  readonly messages: () => Messages;
}

/** What is known of a run that is to be ended. */
export interface AgentRun {
  /** Agents of other conversations are at work, which must not be hit. */
  readonly othersAtWork: boolean;
  /** The hook process of the refused call has been ended, as VS Code does when it cancels the run. */
  readonly hookGone: AbortSignal;
}

/** Ends the agent's run in a conversation. */
export interface AgentControl {
  /**
   * Resolves when the run is cancelled. Cancelled before the hook answers, the agent cannot reach its next
   * model request; cancelled after the answer, it sometimes does (measured, no safe moment exists).
   */
  cancel(conversationId: string, run: AgentRun): Promise<void>;
  /** Brings the conversation's chat to the front. */
  reveal(conversationId: string): Promise<void>;
  /** Sends a message to `@loopguard` in the conversation's chat; its answer is always seen. */
  ask(conversationId: string, message: string): Promise<void>;
}

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
    const input = parseHookInput(text);
    switch (input?.event) {
      case 'sessionStart':
        await this.#learnModel(input.conversationId, input.modelId);
        return NO_ANSWER;
      case 'stop':
        this.#atWork.delete(input.conversationId);
        this.#subAgents.beginTurn(input.conversationId);
        return NO_ANSWER;
      case 'subagentStart':
        this.#subAgents.began(input.conversationId, input.agentId);
        return NO_ANSWER;
      case 'userPrompt':
        return this.#prompt(input.conversationId, input.prompt);
      case 'preToolUse':
        return this.#check(input, gone);
      case 'postToolUse':
        this.ports.guard.record(input.conversationId, { callId: input.callId, result: input.result, isError: false });
        this.#outcomes.arrived(input.conversationId, input.callId);
        this.#subAgents.answered(input.conversationId, [modelCallId(input.callId)]);
        return NO_ANSWER;
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
      output: blockPromptOutput(
        translate('This is a command for @loopguard, which answers below. The model was not asked.'),
      ),
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

  async #check(input: Extract<HookInput, { event: 'preToolUse' }>, hookGone: AbortSignal): Promise<HookAnswer> {
    const { conversationId, callId, tool, transcriptPath } = input;
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
    switch (verdict.action) {
      case 'allow':
        return NO_ANSWER;
      case 'warn':
        return { output: messageOutput(warningText(verdict.detection, translate, this.ports.messages())) };
      case 'ask':
        return { output: askOutput(askText(verdict.detection, translate)) };
      case 'chance':
        return {
          output: denyOutput(
            guidanceText(verdict.detection, this.ports.messages()),
            chanceText(verdict.detection, translate),
          ),
        };
      case 'break':
        await this.#cancel(conversationId, hookGone);
        return {
          output: denyOutput(breakText(verdict.detection, translate, this.ports.messages())),
          afterwards: () => void this.ports.agent.ask(conversationId, '/tool-loop-why'),
        };
      case 'stopped':
        await this.#cancel(conversationId, hookGone);
        return { output: denyOutput(stoppedText(verdict.detection)) };
    }
  }

  async #cancel(conversationId: string, hookGone: AbortSignal): Promise<void> {
    this.#atWork.delete(conversationId);
    await this.ports.agent.cancel(conversationId, { othersAtWork: this.#othersAtWork(), hookGone });
  }

  #othersAtWork(): boolean {
    return [...this.#atWork.values()].some((lastHookMs) => Date.now() - lastHookMs < FORGET_MILLISECONDS);
  }
}
