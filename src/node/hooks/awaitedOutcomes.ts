import { BoundedMap } from '../../engine/values/boundedMap';
import { type Clock, SYSTEM_CLOCK } from './clock';

/** How long a call waits for the outcomes of earlier ones: a hook process takes about 100 ms. */
const PATIENCE_MILLISECONDS = 400;

/** How many outcomes are remembered as arrived or given up. */
const REMEMBERED_OUTCOMES = 1000;

/**
 * VS Code doesn't wait for the hook that reports an outcome, so the next call may be checked before the result
 * of the last one is known. This makes the check wait briefly, never twice for the same outcome, and after a vain wait only
 * once another outcome has arrived: an agent may ask about all calls of an answer before it runs the first.
 */
export class AwaitedOutcomes {
  /** By outcome, what lets the checks continue that wait for it. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #settled = new BoundedMap<string, true>(REMEMBERED_OUTCOMES);
  /** Conversations in which nothing has arrived since a vain wait. */
  readonly #silent = new BoundedMap<string, true>(REMEMBERED_OUTCOMES);

  constructor(private readonly clock: Pick<Clock, 'pause'> = SYSTEM_CLOCK) {}

  arrived(conversationId: string, callId: string): void {
    const id = key(conversationId, callId);
    const waiting = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    this.#silent.delete(conversationId);
    waiting.forEach((proceed) => proceed());
    // What arrives may tell nothing of the outcome, which is not waited for again.
    this.#settled.set(id, true);
  }

  /** Resolves when all outcomes have arrived, or when patience ends. */
  async wait(conversationId: string, callIds: readonly string[]): Promise<void> {
    const missing = callIds.map((callId) => key(conversationId, callId)).filter((id) => !this.#settled.has(id));
    if (missing.length === 0 || this.#silent.has(conversationId)) {
      return;
    }
    const isOver = new AbortController();
    const patience = this.clock.pause(PATIENCE_MILLISECONDS, isOver.signal);
    await Promise.race([patience, Promise.all(missing.map((id) => this.#arrival(id)))]);
    isOver.abort();
    for (const id of missing) {
      if (this.#waiting.delete(id)) {
        this.#settled.set(id, true);
        this.#silent.set(conversationId, true);
      }
    }
  }

  #arrival(id: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve]);
    });
  }
}

function key(conversationId: string, callId: string): string {
  return `${conversationId} ${callId}`;
}
