import type { Timeline } from '../../core/timeline/timeline';
import { Throttle } from '../host/throttle';

/** Changes are passed on together, at most this often. */
const INTERVAL_MS = 300;

/** Collects changes of conversations, so that an agent in full run does not redraw a view with each of its calls. */
export class ChangedConversations {
  readonly #changed = new Set<string>();
  readonly #subscription: { dispose(): void };
  readonly #throttle = new Throttle(INTERVAL_MS, () => this.flush());

  /**
   * @param isWanted false while the view is hidden: then changes are kept until {@link flush}
   * @param pass gets the IDs of the conversations that changed
   */
  constructor(
    timeline: Timeline,
    private readonly isWanted: () => boolean,
    private readonly pass: (changed: readonly string[]) => void,
  ) {
    this.#subscription = timeline.onDidChange((conversationId) => this.#note(conversationId));
  }

  /** Passes on at once what has been collected, unless the view is hidden. */
  flush(): void {
    this.#throttle.cancel();
    if (this.#changed.size === 0 || !this.isWanted()) {
      return;
    }
    const changed = [...this.#changed];
    this.#changed.clear();
    this.pass(changed);
  }

  dispose(): void {
    this.#throttle.dispose();
    this.#subscription.dispose();
  }

  #note(conversationId: string): void {
    this.#changed.add(conversationId);
    if (this.isWanted()) {
      this.#throttle.request();
    }
  }
}
