import type { BenchCall } from './calls';
import { asRead, floor, type Subject } from './subject';

/** The calls of a conversation that a new one is compared with. */
const WINDOW = 40;
/** The ids by which a call is known that is seen twice. */
const KNOWN_IDS = 100;

/** What a floor keeps of a conversation. */
export type Kept = 'nothing' | 'digests' | 'calls and ids';

/** How many numbers are kept of each call: of itself, its tool, what it reads, and its answer. */
const NUMBERS: Record<Kept, number> = { nothing: 0, digests: 1, 'calls and ids': 4 };

class Conversation {
  readonly numbers: Int32Array;
  readonly ids: Int32Array;
  calls = 0;

  constructor(kept: Kept) {
    this.numbers = new Int32Array(NUMBERS[kept] * WINDOW);
    this.ids = new Int32Array(kept === 'calls and ids' ? KNOWN_IDS : 0);
  }

  /** Looks for each number among those of its kind, and keeps it in place of the oldest. */
  sees(id: number, digest: number): boolean {
    const { numbers, ids, calls } = this;
    let isKnown = ids.includes(id);
    for (let begin = 0; begin < numbers.length; begin += WINDOW) {
      for (let at = begin; at < begin + WINDOW; at++) {
        isKnown ||= numbers[at] === digest;
      }
      numbers[begin + (calls % WINDOW)] = digest;
    }
    if (ids.length > 0) {
      ids[calls % KNOWN_IDS] = id;
    }
    this.calls += 1;
    return isKnown;
  }
}

/**
 * The floor with the least that a guard of several conversations needs besides: it looks the conversation up, and looks
 * through what it keeps of it, which lies in one block for each conversation, or in two.
 */
export class ConversationFloor implements Subject {
  readonly #floor = floor();
  readonly #conversations = new Map<string, Conversation>();
  #calls = 0;
  #id = '';

  constructor(
    private readonly kept: Kept,
    private readonly conversations: number,
  ) {
    this.#next();
  }

  step(call: BenchCall): unknown {
    const digest = this.#floor.step(call) as string;
    let conversation = this.#conversations.get(this.#id);
    if (conversation === undefined) {
      conversation = new Conversation(this.kept);
      this.#conversations.set(this.#id, conversation);
    }
    return conversation.sees(this.#calls, Number.parseInt(digest.slice(0, 7), 16));
  }

  after(): void {
    this.#next();
  }

  #next(): void {
    this.#calls += 1;
    this.#id = asRead(`conversation-${this.#calls % this.conversations}`);
  }
}
