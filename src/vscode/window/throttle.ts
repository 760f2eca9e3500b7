import type * as vscode from 'vscode';
import type { SourcedConversation, TimelineSource } from '../../core/timeline/timelineSource';

/** Changes are passed on together, at most this often. */
const INTERVAL_MS = 300;

/** Gathers changes of conversations, so that an agent in full run does not redraw a view with each of its calls. */
export class Gathering implements vscode.Disposable {
  readonly #changed = new Map<string, SourcedConversation>();
  readonly #subscriptions: { dispose(): void }[];
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param isWanted false while nobody looks: then changes are kept until {@link flush}
   * @param pass gets the conversations that changed, each once
   */
  constructor(
    sources: readonly TimelineSource[],
    private readonly isWanted: () => boolean,
    private readonly pass: (changed: readonly SourcedConversation[]) => void,
  ) {
    this.#subscriptions = sources.map((source) =>
      source.onDidChange((conversationId) => this.#note({ source: source.id, conversationId })),
    );
  }

  /** Passes on at once what has been gathered, if anybody looks. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#changed.size === 0 || !this.isWanted()) {
      return;
    }
    const changed = [...this.#changed.values()];
    this.#changed.clear();
    this.pass(changed);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.forEach((subscription) => subscription.dispose());
  }

  #note(at: SourcedConversation): void {
    this.#changed.set(`${at.source}/${at.conversationId}`, at);
    if (this.isWanted()) {
      this.#timer ??= setTimeout(() => this.flush(), INTERVAL_MS);
    }
  }
}
