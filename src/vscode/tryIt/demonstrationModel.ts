import * as vscode from 'vscode';
import { DEMONSTRATION_TOOL, DEMONSTRATION_VENDOR } from '../host/ids';
import { translate } from '../host/translate';

const MODEL_ID = 'loop';

export const DEMONSTRATION_MODEL = { vendor: DEMONSTRATION_VENDOR, id: MODEL_ID } as const;

/** Without a guard, the model gives up after this many identical calls, so that a demonstration always ends. */
const MOST_CALLS = 12;

/** Before each answer, so that a user can follow. */
const THINKING_MILLISECONDS = 500;

/** Needs no account; makes the same harmless tool call again and again. Offered only while a demonstration runs. */
export class DemonstrationModel implements vscode.LanguageModelChatProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeLanguageModelChatInformation = this.#changed.event;
  #isOffered = false;
  /** Said from now on instead of looping. */
  #closing: string | undefined;
  #calls = 0;
  readonly #concluded = new vscode.EventEmitter<void>();

  /** Fires when the closing answer was given. */
  readonly onDidConclude = this.#concluded.event;

  offer(): void {
    this.#isOffered = true;
    this.#closing = undefined;
    this.#calls = 0;
    this.#changed.fire();
  }

  conclude(closing: string): void {
    this.#closing = closing;
  }

  withdraw(): void {
    if (this.#isOffered) {
      this.#isOffered = false;
      this.#changed.fire();
    }
  }

  provideLanguageModelChatInformation(): vscode.LanguageModelChatInformation[] {
    const model = {
      id: MODEL_ID,
      name: translate('Demonstration of a loop'),
      family: 'demonstration',
      version: '1',
      tooltip: translate('A scripted model from Tool Loop Guard. It is removed when the demo ends.'),
      maxInputTokens: 100_000,
      maxOutputTokens: 8_000,
      isUserSelectable: true,
      capabilities: { toolCalling: true },
    };
    return this.#isOffered ? [model] : [];
  }

  async provideLanguageModelChatResponse(
    _model: vscode.LanguageModelChatInformation,
    _messages: readonly vscode.LanguageModelChatRequestMessage[],
    { tools }: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, THINKING_MILLISECONDS));
    if (token.isCancellationRequested) {
      return;
    }
    // Titles and summaries are asked for without tools.
    const isWork = tools !== undefined && tools.length > 0;
    if (this.#closing !== undefined || !isWork || this.#calls >= MOST_CALLS) {
      progress.report(new vscode.LanguageModelTextPart(this.#closing ?? translate('Demonstration of a loop')));
      if (this.#closing !== undefined && isWork) {
        this.#concluded.fire();
      }
      return;
    }
    this.#calls += 1;
    progress.report(
      new vscode.LanguageModelToolCallPart(`demonstration_${Date.now()}_${this.#calls}`, DEMONSTRATION_TOOL, {
        path: 'src/example.ts',
      }),
    );
  }

  provideTokenCount(
    _model: vscode.LanguageModelChatInformation,
    text: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    return Promise.resolve(Math.ceil((typeof text === 'string' ? text : JSON.stringify(text.content)).length / 4));
  }

  dispose(): void {
    this.#changed.dispose();
    this.#concluded.dispose();
  }
}

export function registerDemonstrationTool(): vscode.Disposable {
  return vscode.lm.registerTool(DEMONSTRATION_TOOL, {
    prepareInvocation: () => ({
      invocationMessage: translate('Looking at src/example.ts (a demonstration: nothing is read)'),
    }),
    invoke: () =>
      new vscode.LanguageModelToolResult([
        new vscode.LanguageModelTextPart(
          'The file has not changed. (A demonstration of Tool Loop Guard: nothing was read.)',
        ),
      ]),
  });
}
