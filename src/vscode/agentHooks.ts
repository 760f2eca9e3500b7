import * as vscode from 'vscode';
import { answerCommand } from '../core/chat/answer';
import { parseMessage } from '../core/chat/command';
import type { Guard } from '../core/guard';
import { breakText, chanceText, guidanceText, stoppedText, warningText } from '../core/words';
import type { ConfigurationProblem } from '../core/settings/configuration';
import { type HookAnswer, NO_ANSWER } from '../node/hookServer';
import { blockPromptOutput, denyOutput, type HookInput, messageOutput, parseHookInput } from '../node/hookWire';
import { roundOf } from '../node/transcript';

/** What the agent surface needs from the window. */
export interface AgentHooksPorts {
  readonly guard: Guard;
  readonly problems: () => readonly ConfigurationProblem[];
  /** Ends the run of the conversation's agent. */
  readonly stopAgent: (conversationId: string) => void;
}

/** Answers the hooks of VS Code's own agent: turns what they say into calls and outcomes, and verdicts into their output. */
export class AgentHooks {
  constructor(private readonly ports: AgentHooksPorts) {}

  /** @param text what the hook process got on stdin */
  async answer(text: string): Promise<HookAnswer> {
    const input = parseHookInput(text);
    switch (input?.event) {
      case 'sessionStart':
        await this.#learnModel(input.conversationId, input.modelId);
        return NO_ANSWER;
      case 'userPrompt':
        return this.#prompt(input.conversationId, input.prompt);
      case 'preToolUse':
        return this.#check(input);
      case 'postToolUse':
        this.ports.guard.record(input.conversationId, { callId: input.callId, result: input.result, isError: false });
        return NO_ANSWER;
      case undefined:
        return NO_ANSWER;
    }
  }

  async #learnModel(conversationId: string, id: string | undefined): Promise<void> {
    if (id === undefined) {
      return;
    }
    const [model] = await vscode.lm.selectChatModels({ id });
    this.ports.guard.setModel(conversationId, { vendor: model?.vendor ?? 'unknown', family: model?.family ?? id, id });
  }

  /** A command typed without `@loopguard` is answered here, without asking the model. */
  #prompt(conversationId: string, prompt: string): HookAnswer {
    const command = parseMessage(prompt);
    if (command === undefined) {
      this.ports.guard.beginTurn(conversationId);
      return NO_ANSWER;
    }
    return { output: blockPromptOutput(answerCommand(command, this.ports.guard, conversationId, this.ports.problems())) };
  }

  async #check(input: Extract<HookInput, { event: 'preToolUse' }>): Promise<HookAnswer> {
    const { conversationId, callId, tool, transcriptPath } = input;
    const round = transcriptPath === undefined ? undefined : await roundOf(transcriptPath, callId);
    const verdict = this.ports.guard.check(conversationId, { id: callId, tool, arguments: input.arguments, round }, Date.now());
    switch (verdict.action) {
      case 'allow':
        return NO_ANSWER;
      case 'warn':
        return { output: messageOutput(warningText(verdict.detection)) };
      case 'chance':
        return { output: denyOutput(guidanceText(verdict.detection), chanceText(verdict.detection)) };
      case 'break':
        return { output: denyOutput(breakText(verdict.detection)), afterwards: () => this.ports.stopAgent(conversationId) };
      case 'stopped':
        return { output: denyOutput(stoppedText(verdict.detection)), afterwards: () => this.ports.stopAgent(conversationId) };
    }
  }
}
