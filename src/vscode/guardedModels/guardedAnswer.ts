import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Budgets } from '../../core/budget/budgets';
import { budgetStopText } from '../../core/words/budgetTexts';
import type { CallIds } from '../../core/models/callIds';
import type { Detection, Verdict } from '../../engine/decision/verdict';
import type { Guard } from '../../engine/guard';
import { watchAnswer } from '../../core/models/repeatingText';
import type { AnswerSettings } from '../../core/settings/configuration';
import type { Phrasing } from '../../core/words/loopTexts';
import { guidanceText } from '../../core/words/modelTexts';
import { breakText, warningText } from '../../core/words/words';
import { translate } from '../host/translate';
import { type Message, refusalExchange } from './messages';
import { escapeMarkdown } from '../../core/words/pages/markdown';

interface GuardedRequest {
  readonly guard: Guard;
  readonly budgets?: Budgets | undefined;
  readonly names: CallIds;
  readonly model: vscode.LanguageModelChat;
  readonly conversationId: string;
  readonly agent: string | undefined;
  readonly onPassed: (call: vscode.LanguageModelToolCallPart) => void;
  readonly options: vscode.ProvideLanguageModelChatResponseOptions;
  readonly answers: AnswerSettings;
  readonly phrasing: Phrasing;
  /** `@loopguard` explains a stop in the same chat, so the answer needs only one line. */
  readonly isExplained: boolean;
  readonly progress: vscode.Progress<vscode.LanguageModelResponsePart>;
  readonly token: vscode.CancellationToken;
}

interface AnswerRecord {
  readonly passed: readonly string[];
  /** What the model said and read without the agent knowing; it comes before the calls passed on. */
  readonly exchange: readonly Message[];
  /** The run was ended: if the agent returns with results of the calls it got, the model isn't asked again. */
  readonly isOver: boolean;
  /** Ended by this answer, and not by an earlier one. */
  readonly isStopped: boolean;
}

type Refused = { readonly call: vscode.LanguageModelToolCallPart; readonly guidance: string; readonly reason: string };

interface Pass {
  /** Parts that the model returned with calls, to be sent back with the blocked ones. */
  readonly said: unknown[];
  readonly passed: string[];
  readonly refused: Refused[];
  isStopped: boolean;
  end?: { readonly text: string; readonly isBreak: boolean };
}

/**
 * A blocked call is never passed on, so that the agent isn't left with a call without a result. The model, in turn,
 * must get a result for each of its calls: if none of the answer's calls was passed on, it is asked again at once with
 * the failed results, unseen by the agent. Otherwise, the agent has the results of the others, and the model reads the
 * refusals with the next request, where {@link AnswerRecord.exchange} is put before those calls.
 */
export class GuardedAnswer {
  constructor(private readonly request: GuardedRequest) {}

  /** @throws what the wrapped model throws, unchanged, except for a refused consent, which is explained */
  async give(messages: readonly Message[]): Promise<AnswerRecord> {
    const first = await this.#pass(messages);
    if (first.end !== undefined || first.refused.length === 0 || this.request.token.isCancellationRequested) {
      return this.#close(first, []);
    }
    // The agent has what was said; only the blocked calls are unknown to it.
    const exchange = refusalExchange([], first.refused);
    if (first.passed.length > 0) {
      return this.#close(first, exchange);
    }
    const second = await this.#pass([...messages, ...refusalExchange(first.said, first.refused)]);
    const [refused] = second.refused;
    if (second.end === undefined && second.passed.length === 0 && refused !== undefined) {
      second.end = { text: refused.reason, isBreak: true };
    }
    return this.#close(second, [
      ...exchange,
      ...(second.refused.length === 0 ? [] : refusalExchange([], second.refused)),
    ]);
  }

  #close({ passed, end, isStopped }: Pass, exchange: readonly Message[]): AnswerRecord {
    if (end !== undefined) {
      this.#say(end.text);
    }
    return { passed, exchange, isOver: end?.isBreak === true, isStopped };
  }

  async #pass(messages: readonly Message[]): Promise<Pass> {
    const { model, options, token, answers } = this.request;
    const source = new vscode.CancellationTokenSource();
    const subscription = token.onCancellationRequested(() => source.cancel());
    const pass: Pass = { said: [], passed: [], refused: [], isStopped: false };
    const round = randomUUID();
    const watch = watchAnswer(answers, translate);
    try {
      const response = await model.sendRequest(
        [...messages] as vscode.LanguageModelChatMessage[],
        sentOptions(options),
        source.token,
      );
      for await (const part of response.stream) {
        if (part instanceof vscode.LanguageModelToolCallPart) {
          this.#judge(part, round, pass);
        } else {
          this.request.progress.report(part as vscode.LanguageModelResponsePart);
          pass.said.push(part);
          const repetition = part instanceof vscode.LanguageModelTextPart ? watch(part.value) : undefined;
          if (repetition !== undefined) {
            pass.end = { text: repetition, isBreak: false };
          }
        }
        if (pass.end !== undefined) {
          source.cancel();
          return pass;
        }
      }
      return pass;
    } catch (error) {
      throw explainedError(error, model);
    } finally {
      subscription.dispose();
      source.dispose();
    }
  }

  #judge(call: vscode.LanguageModelToolCallPart, round: string, pass: Pass): void {
    const { guard, names, conversationId, agent, model } = this.request;
    const id = names.add(conversationId, call.callId);
    const { vendor, family, id: modelId } = model;
    const named = { id, tool: call.name, arguments: call.input, round, agent, surface: 'model' };
    const verdict = guard.check(conversationId, { ...named, model: { vendor, family, id: modelId } }, Date.now());
    pass.isStopped ||= verdict.action === 'break';
    switch (verdict.action) {
      case 'warn':
        this.#say(warningText(verdict.detection, this.request.phrasing));
        break;
      case 'chance':
        pass.refused.push({
          call,
          guidance: guidanceText(verdict.detection, this.request.phrasing.messages),
          reason: this.#reason(verdict.detection),
        });
        return;
      case 'ask':
      // A model can't ask the user, so the run ends, and the user decides whether to continue.
      case 'break':
      case 'stopped':
        pass.end = { text: this.#stopText(verdict), isBreak: true };
        return;
      case 'allow':
        break;
    }
    const budget = this.request.budgets?.check(conversationId, named, 'end', Date.now());
    if (budget !== undefined) {
      pass.isStopped ||= budget.isFirst;
      pass.end = { text: budgetStopText(budget.reached, translate), isBreak: true };
      return;
    }
    pass.passed.push(call.callId);
    this.request.onPassed(call);
    this.request.progress.report(call);
  }

  #stopText({ action, detection }: Extract<Verdict, { detection: Detection }>): string {
    return action === 'break' && this.request.isExplained
      ? translate('Stopped by Tool Loop Guard. Details below.')
      : this.#reason(detection);
  }

  #reason(detection: Detection): string {
    return breakText(detection, this.request.phrasing);
  }

  #say(text: string): void {
    this.request.progress.report(noticePart(text));
  }
}

/** Includes options that stable typings don't know. */
function sentOptions(options: vscode.ProvideLanguageModelChatResponseOptions): vscode.LanguageModelChatRequestOptions {
  return {
    ...options,
    justification: translate(
      'You selected the guarded version of this model. Tool Loop Guard forwards your request to it.',
    ),
  } as vscode.LanguageModelChatRequestOptions;
}

/** Adds what the user can do about it, if the vendor refused us. */
function explainedError(error: unknown, { vendor, name }: vscode.LanguageModelChat): unknown {
  if (!(error instanceof vscode.LanguageModelError)) {
    return error;
  }
  switch (error.code) {
    case vscode.LanguageModelError.NoPermissions().code:
      return vscode.LanguageModelError.NoPermissions(
        translate(
          'Tool Loop Guard isn’t allowed to use {model} from {vendor}. Allow it when VS Code asks or in ' +
            '"Manage Extension Access", or select {model} without "(guarded)".',
          {
            model: name,
            vendor,
          },
        ),
      );
    case vscode.LanguageModelError.Blocked().code:
      return vscode.LanguageModelError.Blocked(
        translate(
          '{vendor} rejected the request for {model}, perhaps because a limit was reached. Try again ' +
            'later, or select {model} without "(guarded)". Its message: {message}',
          {
            model: name,
            vendor,
            message: error.message,
          },
        ),
      );
    default:
      return error;
  }
}

export function isRefusal(error: unknown): error is vscode.LanguageModelError {
  return (
    error instanceof vscode.LanguageModelError &&
    [vscode.LanguageModelError.NoPermissions().code, vscode.LanguageModelError.Blocked().code].includes(error.code)
  );
}

/** Escaped, because others choose the names of tools. */
export function noticePart(text: string): vscode.LanguageModelTextPart {
  return new vscode.LanguageModelTextPart(`\n\n> ⚠️ ${escapeMarkdown(text)}\n\n`);
}
