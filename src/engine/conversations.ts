import { Conversation } from './conversation';

/**
 * The conversations that are remembered; the one that was unused the longest is forgotten first. A use leaves the
 * order of the map alone: moving an entry to its end at every call takes longer than finding the oldest one does when
 * there are too many at last.
 */
export class Conversations {
  readonly #known = new Map<string, Conversation>();
  #uses = 0;

  constructor(private readonly most: number) {}

  /** A remembered conversation. Asking for it uses it. */
  get(id: string): Conversation | undefined {
    const known = this.#known.get(id);
    if (known !== undefined) {
      known.lastUse = ++this.#uses;
    }
    return known;
  }

  /** As {@link get}; one that is not known begins now. */
  getOrBegin(id: string): Conversation {
    return this.get(id) ?? this.set(new Conversation(id));
  }

  /** Remembers a conversation, in place of what was known of it. */
  set(conversation: Conversation): Conversation {
    conversation.lastUse = ++this.#uses;
    this.#known.set(conversation.id, conversation);
    if (this.#known.size > this.most) {
      this.#known.delete(this.#leastUsed.id);
    }
    return conversation;
  }

  get #leastUsed(): Conversation {
    return [...this.#known.values()].reduce((least, each) => (each.lastUse < least.lastUse ? each : least));
  }
}
