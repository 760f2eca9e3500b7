import { RecentMap } from '../../engine/values/boundedMap';

/** How many calls are remembered; the one unused for longest is forgotten first. */
const REMEMBERED_CALLS = 5000;

/**
 * Names for the calls of guarded models. Model vendors number calls as they like, some anew in every answer: for the
 * guard each call gets a name of its own, which is the vendor's id as long as that was not used before in the
 * conversation.
 */
export class CallIds {
  readonly #uses = new RecentMap<string, number>(REMEMBERED_CALLS);
  readonly #conversations = new RecentMap<string, string>(REMEMBERED_CALLS);

  /** The name under which the guard is to know a new call. */
  add(conversationId: string, callId: string): string {
    const key = keyOf(conversationId, callId);
    const uses = (this.#uses.get(key) ?? 0) + 1;
    this.#uses.set(key, uses);
    this.#conversations.set(callId, conversationId);
    return nameOf(callId, uses);
  }

  /** The name of the latest call with this id; undefined when there was none. */
  latest(conversationId: string, callId: string): string | undefined {
    const uses = this.#uses.get(keyOf(conversationId, callId));
    return uses === undefined ? undefined : nameOf(callId, uses);
  }

  /** The conversation in which one of these calls was made last, for callers that name none. */
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
