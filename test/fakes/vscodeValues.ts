/** The stateless part of the `vscode` module, which {@link VscodeWindow} adds a window to. The bench uses it alone. */
import { posix } from 'node:path';
import { inEnglish } from '../../src/core/words/language';

export class Disposable {
  constructor(private readonly onDispose: () => void = () => undefined) {}

  static from(...parts: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => parts.forEach((part) => void part.dispose()));
  }

  dispose(): void {
    this.onDispose();
  }
}

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event = (listener: (value: T) => void): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => void this.#listeners.delete(listener));
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

export class LanguageModelToolResult {
  constructor(readonly content: readonly unknown[]) {}
}

export const LanguageModelChatMessageRole = { User: 1, Assistant: 2 } as const;

export const LanguageModelChatMessage = {
  User: (content: unknown): object => ({ role: LanguageModelChatMessageRole.User, content }),
  Assistant: (content: unknown): object => ({ role: LanguageModelChatMessageRole.Assistant, content }),
};

export class LanguageModelError extends Error {
  constructor(
    message = '',
    readonly code = 'Unknown',
  ) {
    super(message);
  }

  static NoPermissions(message?: string): LanguageModelError {
    return new LanguageModelError(message, 'NoPermissions');
  }

  static Blocked(message?: string): LanguageModelError {
    return new LanguageModelError(message, 'Blocked');
  }

  static NotFound(message?: string): LanguageModelError {
    return new LanguageModelError(message, 'NotFound');
  }
}

export class ChatRequestTurn {}
export class ChatResponseMarkdownPart {}

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly authority: string,
    readonly path: string,
    readonly query: string,
  ) {}

  static from({ scheme = '', authority = '', path = '', query = '' }: Partial<Uri>): Uri {
    return new Uri(scheme, authority, path, query);
  }

  static file(path: string): Uri {
    return new Uri('file', '', path, '');
  }

  static parse(text: string): Uri {
    const { protocol, host, pathname, search } = new URL(text);
    return new Uri(protocol.slice(0, -1), host, pathname, search.slice(1));
  }

  static joinPath({ scheme, authority, path, query }: Uri, ...segments: readonly string[]): Uri {
    return new Uri(scheme, authority, posix.join(path, ...segments), query);
  }

  get fsPath(): string {
    return this.path;
  }

  toString(): string {
    return `${this.scheme}://${this.authority}${this.path}${this.query === '' ? '' : `?${this.query}`}`;
  }
}

export class MarkdownString {
  constructor(public value = '') {}

  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
}

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class ThemeIcon {
  constructor(readonly id: string) {}
}

export class TreeItem {
  constructor(readonly label: string) {}
}

export class TabInputText {
  constructor(readonly uri: Uri) {}
}

/** The tab of a chat, which isn't in the stable typings. */
export class TabInputChat {}

export const ConfigurationTarget = { Global: 1, Workspace: 2 } as const;
export const LogLevel = { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 } as const;
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 } as const;
export const ViewColumn = { Active: -1 } as const;

export const QuickPickItemKind = { Separator: -1, Default: 0 } as const;
export const TextEditorSelectionChangeKind = { Keyboard: 1, Mouse: 2, Command: 3 } as const;
export const StatusBarAlignment = { Left: 1, Right: 2 } as const;
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 } as const;

export const l10n = { t: inEnglish };
