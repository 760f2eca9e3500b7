import * as vscode from 'vscode';
import type { Outcome } from '../../engine/facts/call';
import type { Guard } from '../../engine/guard';
import type { Detection } from '../../engine/decision/verdict';
import { budgetTextForModel } from '../../core/words/budgetTexts';
import { nudgeText, stoppedText } from '../../core/words/modelTexts';
import { textsOf } from '../../core/words/words';
import type { GuardWindow } from '../window/guardWindow';
import { tellBudgetStop, tellStop } from './stopMessage';
import { translate } from '../host/translate';
import { programPrompt } from '../../node/wire/programPrompts';
import { HARNESSES } from '../../node/agents/harnesses';
import { callOfMoment } from '../../node/hooks/callAnswer';

interface ToolRequest {
  readonly callId: string;
  readonly name: string;
  readonly input: object;
  /** The same for all calls of one model answer. */
  readonly round: string;
  readonly toolInvocationToken: vscode.LanguageModelToolInvocationOptions<object>['toolInvocationToken'];
}

interface ToolAnswer {
  readonly content: readonly unknown[];
  readonly end?: RunEnd;
}

export interface RunEnd {
  readonly text: string;
  /** Tells the user why, and offers what to do next. */
  readonly tell: (stream: vscode.ChatResponseStream) => void;
}

export type ToolGuard = Pick<GuardWindow, 'guard' | 'phrasing' | 'stops' | 'links'> &
  Partial<Pick<GuardWindow, 'budgets'>>;

/** Warnings appear in the participant's chat answer. */
export class GuardedTools {
  constructor(
    private readonly toolGuard: ToolGuard,
    private readonly conversationId: string,
    private readonly stream: vscode.ChatResponseStream,
  ) {}

  /** Never rejects because of the tool: its failure is an answer that the model reads. */
  async invoke(request: ToolRequest, token: vscode.CancellationToken): Promise<ToolAnswer> {
    const { callId, name, input, round } = request;
    const verdict = this.toolGuard.guard.check(
      this.conversationId,
      { id: callId, tool: name, arguments: input, round, surface: 'participant' },
      Date.now(),
    );
    const { forModel = '', forPerson = '' } = textsOf(verdict, { ...this.toolGuard.phrasing, isMarkdown: true });
    switch (verdict.action) {
      case 'allow':
        break;
      case 'warn':
        this.stream.markdown(quote(forPerson));
        break;
      case 'chance':
        this.stream.markdown(quote(forPerson));
        return { content: textContent(forModel) };
      case 'ask':
        // A participant can't show VS Code's confirmation: the run ends, and the buttons below it ask.
        return {
          content: textContent(stoppedText(verdict.detection)),
          end: this.#endOf(verdict.detection, forPerson),
        };
      case 'break':
      case 'stopped':
        return {
          content: textContent(forModel),
          end: this.#endOf(verdict.detection, forPerson),
        };
    }
    const call = { id: callId, tool: name, agent: undefined };
    const budget = this.toolGuard.budgets?.check(this.conversationId, call, 'end', Date.now());
    if (budget !== undefined) {
      return {
        content: textContent(budgetTextForModel(budget.reached)),
        end: {
          text: translate('Budget reached.'),
          tell: (stream) => tellBudgetStop(stream, budget.reached, this.conversationId, this.toolGuard.links),
        },
      };
    }
    return this.#run(request, token);
  }

  async #run(
    { callId, name, input, toolInvocationToken }: ToolRequest,
    token: vscode.CancellationToken,
  ): Promise<ToolAnswer> {
    try {
      const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken }, token);
      const outcome = { callId, result: textOfContent(content), isError: false };
      return { content: recordedContent(this.toolGuard.guard, this.conversationId, outcome, content) };
    } catch (error) {
      const message = `The tool failed: ${error instanceof Error ? error.message : String(error)}`;
      const outcome = { callId, result: message, isError: true };
      return { content: recordedContent(this.toolGuard.guard, this.conversationId, outcome, textContent(message)) };
    }
  }

  #endOf(detection: Detection, paragraph: string): RunEnd {
    return {
      text: translate('Loop stopped.'),
      tell: (stream) => tellStop(stream, paragraph, detection, this.toolGuard.stops),
    };
  }
}

function quote(paragraph: string): string {
  return `\n\n> ${paragraph}\n\n`;
}

/** Returns what the model reads of it: the same content, unless it is nudged. */
export function recordedContent(
  guard: Guard,
  conversationId: string,
  outcome: Outcome,
  content: readonly unknown[],
): readonly unknown[] {
  let read = content;
  guard.record(conversationId, outcome, Date.now(), (nudge) => {
    // The parts of a result may be joined without a separator.
    read = [...content, ...textContent(`\n\n${nudgeText(nudge)}`)];
  });
  return read;
}

export function textOfContent(content: readonly unknown[]): string {
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('\n');
}

export function textContent(text: string): vscode.LanguageModelTextPart[] {
  return [new vscode.LanguageModelTextPart(text)];
}

/** The prompt is from the user, or written by VS Code, such as at the end of a command. */
export function beginRequestedTurn(guard: Guard, conversationId: string, request: vscode.ChatRequest): void {
  // Stable typings don't have the mark; other callers may leave out the prompt.
  const { prompt = '', isSystemInitiated } = request as Partial<vscode.ChatRequest> & { isSystemInitiated?: unknown };
  const own = programPrompt(HARNESSES.vscode.name, prompt);
  if (own === undefined && isSystemInitiated !== true) {
    guard.beginTurn(conversationId, request.prompt);
  } else {
    guard.check(conversationId, callOfMoment('woken', own?.notice ?? prompt), Date.now());
  }
}
