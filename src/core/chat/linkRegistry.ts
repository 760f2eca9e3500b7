import { BoundedMap } from '../../engine/values/boundedMap';
import type { Detection } from '../../engine/decision/verdict';
import type { ObservedEvent } from '../events/events';
import type { ChatLink } from './chatLink';

/** More links than a user could have in sight. */
const REMEMBERED_LINKS = 200;

/**
 * What links and buttons in chats refer to, by a random ID, because an old link in a chat must do nothing:
 * an ID expires with the next message in its conversation, and when the counters are reset.
 */
export class LinkRegistry<Value extends { readonly conversationId: string }> {
  readonly #values = new BoundedMap<string, Value>(REMEMBERED_LINKS);
  readonly #ids = new Map<string, Set<string>>();
  readonly #over = new BoundedMap<string, true>(REMEMBERED_LINKS);

  /** @param newId makes an ID that nobody can guess */
  constructor(private readonly newId: () => string) {}

  add(value: Value): string {
    const id = this.addLasting(value);
    const ids = this.#ids.get(value.conversationId) ?? new Set();
    this.#ids.set(value.conversationId, ids.add(id));
    return id;
  }

  /** For links that change nothing: the ID doesn't expire with the next message. */
  addLasting(value: Value): string {
    const id = this.newId();
    this.#values.set(id, value);
    return id;
  }

  find(id: unknown): Value | undefined {
    return typeof id === 'string' ? this.#values.get(id) : undefined;
  }

  /** False for an ID of an earlier window. */
  isOver(id: unknown): boolean {
    return typeof id === 'string' && this.#over.has(id);
  }

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

export type OpenStops = LinkRegistry<Detection>;

export type OpenChatLinks = LinkRegistry<{ readonly conversationId: string; readonly link: ChatLink }>;
