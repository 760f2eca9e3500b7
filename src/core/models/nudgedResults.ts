import { LRUCache } from 'lru-cache';
import { BoundedMap } from '../../engine/boundedMap';

/** In how many conversations, and beside how many results of each, hints are remembered. */
const REMEMBERED_CONVERSATIONS = 100;
const REMEMBERED_NUDGES = 50;

/**
 * The hints that a model reads beside results. The agent sends the results without them, so they are put back in each
 * request: what the model has read once stays where it was. A result goes by the id of its call and by how many
 * results of that id came before, since some vendors use an id again in the next answer.
 */
export class NudgedResults {
  readonly #byConversation = new LRUCache<string, BoundedMap<string, string>>({ max: REMEMBERED_CONVERSATIONS });

  /** @param occurrence 1 for the first result of that id in the conversation */
  remember(conversationId: string, callId: string, occurrence: number, text: string): void {
    const known = this.#byConversation.get(conversationId) ?? new BoundedMap<string, string>(REMEMBERED_NUDGES);
    known.set(keyOf(callId, occurrence), text);
    this.#byConversation.set(conversationId, known);
  }

  /** The hint beside a result; undefined for most. */
  textFor(conversationId: string, callId: string, occurrence: number): string | undefined {
    return this.#byConversation.get(conversationId)?.get(keyOf(callId, occurrence));
  }
}

function keyOf(callId: string, occurrence: number): string {
  return `${occurrence} ${callId}`;
}
