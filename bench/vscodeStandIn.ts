import { inEnglish } from '../src/core/words/language';
/**
 * As much of the `vscode` module as guarded models touch while an answer streams: enough to run their own code without
 * VS Code.
 * Emitters, cancellation and parts behave as VS Code's do; nothing else is here.
 */
export class LanguageModelTextPart {
  constructor(readonly value: string) {}
}

export class LanguageModelToolCallPart {
  constructor(
    readonly callId: string,
    readonly name: string,
    readonly input: object,
  ) {}
}

export class LanguageModelToolResultPart {
  constructor(
    readonly callId: string,
    readonly content: readonly unknown[],
  ) {}
}

export const LanguageModelChatMessageRole = { User: 1, Assistant: 2 } as const;

export class LanguageModelError extends Error {
  readonly code = 'Unknown';
}

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event = (listener: (value: T) => void): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };

  fire(value: T): void {
    for (const listener of this.#listeners) {
      listener(value);
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

export class CancellationTokenSource {
  readonly #cancelled = new EventEmitter<undefined>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.#cancelled.event };

  cancel(): void {
    this.token.isCancellationRequested = true;
    this.#cancelled.fire(undefined);
  }

  dispose(): void {
    this.#cancelled.dispose();
  }
}

/** Sentences as they are. */
export const l10n = { t: inEnglish };
