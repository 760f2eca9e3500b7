import { RecentMap } from '../../engine/values/boundedMap';

const REMEMBERED_CALLS = 5000;

/** Some vendors reuse IDs in every response: the vendor's ID, unless it was used before in the conversation. */
export class CallIds {
  readonly #uses = new RecentMap<string, number>(REMEMBERED_CALLS);
  readonly #conversations = new RecentMap<string, string>(REMEMBERED_CALLS);

  add(conversationId: string, callId: string): string {
    const key = keyOf(conversationId, callId);
    const uses = (this.#uses.get(key) ?? 0) + 1;
    this.#uses.set(key, uses);
    this.#conversations.set(callId, conversationId);
    return nameOf(callId, uses);
  }

  latest(conversationId: string, callId: string): string | undefined {
    const uses = this.#uses.get(keyOf(conversationId, callId));
    return uses === undefined ? undefined : nameOf(callId, uses);
  }

  conversationOf(callIds: readonly string[]): string | undefined {
    return callIds
      .map((callId) => this.#conversations.get(callId))
      .find((conversationId) => conversationId !== undefined);
  }
}

function nameOf(callId: string, uses: number): string {
  return uses === 1 ? callId : `${callId}~${uses}`;
}

function keyOf(conversationId: string, callId: string): string {
  return `${conversationId}\u0000${callId}`;
}
