import type { ObservedEvent } from '../events/events';
import { BoundedMap } from '../../engine/boundedMap';
import type { Detection } from '../../engine/verdict';

/** More stops than a person could have in sight. */
const REMEMBERED_STOPS = 200;

/**
 * Stops that a person can still act on. Links and buttons carry a random id in place of a conversation or a call: what
 * is written into a chat stays there, and what an old one says must do nothing. An id dies with the next message in its
 * conversation, and when the counters start again.
 */
export class OpenStops {
  readonly #stops = new BoundedMap<string, Detection>(REMEMBERED_STOPS);
  readonly #ids = new Map<string, Set<string>>();

  /** @param newId makes an id that nobody can guess */
  constructor(private readonly newId: () => string) {}

  /** An id for what is offered about a stop now. */
  add(stop: Detection): string {
    const id = this.newId();
    this.#stops.set(id, stop);
    const ids = this.#ids.get(stop.conversationId) ?? new Set();
    this.#ids.set(stop.conversationId, ids.add(id));
    return id;
  }

  /** The stop that an id stands for; undefined when it is over, or never was. */
  find(id: unknown): Detection | undefined {
    return typeof id === 'string' ? this.#stops.get(id) : undefined;
  }

  /** The person speaks, or the counters start again: what was offered before is over. */
  note(event: ObservedEvent): void {
    if (event.kind === 'turn' || event.kind === 'reset') {
      for (const id of this.#ids.get(event.conversationId) ?? []) {
        this.#stops.delete(id);
      }
      this.#ids.delete(event.conversationId);
    }
  }
}
