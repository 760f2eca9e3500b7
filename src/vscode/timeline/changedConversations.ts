import type { SourcedConversation, TimelineSource } from '../../core/timeline/timelineSource';
import { Throttle } from '../host/throttle';

/** Changes are passed on together, at most this often. */
const INTERVAL_MS = 300;

/** Collects changes of conversations, so that an agent in full run does not redraw a view with each of its calls. */
export class ChangedConversations {
  readonly #changed = new Map<string, SourcedConversation>();
  readonly #subscriptions: readonly { dispose(): void }[];
  readonly #throttle = new Throttle(INTERVAL_MS, () => this.flush());

  /**
   * @param isWanted false while the view is hidden: then changes are kept until {@link flush}
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

  /** Passes on at once what has been collected, unless the view is hidden. */
  flush(): void {
    this.#throttle.cancel();
    if (this.#changed.size === 0 || !this.isWanted()) {
      return;
    }
    const changed = [...this.#changed.values()];
    this.#changed.clear();
    this.pass(changed);
  }

  dispose(): void {
    this.#throttle.dispose();
    this.#subscriptions.forEach((subscription) => subscription.dispose());
  }

  #note(at: SourcedConversation): void {
    this.#changed.set(`${at.source}/${at.conversationId}`, at);
    if (this.isWanted()) {
      this.#throttle.request();
    }
  }
}
