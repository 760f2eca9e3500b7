import { BoundedMap } from '../../engine/values/boundedMap';
import type { Detection } from '../../engine/decision/verdict';
import type { ObservedEvent } from '../events/events';
import type { ChatLink } from './chatLink';

/** More links than a person could have in sight. */
const REMEMBERED_LINKS = 200;

/**
 * What the links and buttons in chats stand for. They carry a random id in place of a conversation, a call or a value:
 * what is written into a chat stays there, and what an old one says must do nothing. An id dies with the next message
 * in its conversation, and when the counters start again.
 */
export class OpenLinks<Value extends { readonly conversationId: string }> {
  readonly #values = new BoundedMap<string, Value>(REMEMBERED_LINKS);
  readonly #ids = new Map<string, Set<string>>();
  readonly #over = new BoundedMap<string, true>(REMEMBERED_LINKS);

  /** @param newId makes an id that nobody can guess */
  constructor(private readonly newId: () => string) {}

  /** An id for what is offered now. */
  add(value: Value): string {
    const id = this.addLasting(value);
    const ids = this.#ids.get(value.conversationId) ?? new Set();
    this.#ids.set(value.conversationId, ids.add(id));
    return id;
  }

  /** An id for what changes nothing, and is there for as long as the answer can be seen. */
  addLasting(value: Value): string {
    const id = this.newId();
    this.#values.set(id, value);
    return id;
  }

  /** What an id stands for; undefined when it is over, or never was. */
  find(id: unknown): Value | undefined {
    return typeof id === 'string' ? this.#values.get(id) : undefined;
  }

  /** Whether an id was given out and is over; false for one of an earlier window, too. */
  isOver(id: unknown): boolean {
    return typeof id === 'string' && this.#over.has(id);
  }

  /** The person speaks, or the counters start again: what was offered before is over. */
  note(event: ObservedEvent): void {
    if (event.kind === 'turn' || event.kind === 'reset') {
      for (const id of this.#ids.get(event.conversationId) ?? []) {
        this.#values.delete(id);
        this.#over.set(id, true);
      }
      this.#ids.delete(event.conversationId);
    }
  }
}

/** Stops that a person can still act on. */
export type OpenStops = OpenLinks<Detection>;

/** What the links in answers of `@loopguard` do. */
export type OpenChatLinks = OpenLinks<{ readonly conversationId: string; readonly link: ChatLink }>;
