import { LRUCache } from 'lru-cache';

/** How many calls are remembered; the one unused for longest is forgotten first. */
const REMEMBERED_CALLS = 5000;

/**
 * Calls that a guarded model has judged and passed on, so that the agent's hooks, which see them next, do not
 * count them again.
 *
 * Model vendors number calls as they like, some anew in every answer: each call gets a name of its own for the guard,
 * which is the vendor's id as long as that was not used before in the conversation.
 */
export class JudgedCalls {
  readonly #names = new LRUCache<string, string>({ max: REMEMBERED_CALLS });
  readonly #uses = new LRUCache<string, number>({ max: REMEMBERED_CALLS });
  readonly #passed = new LRUCache<string, true>({ max: REMEMBERED_CALLS });
  readonly #taken = new LRUCache<string, true>({ max: REMEMBERED_CALLS });
  readonly #conversations = new LRUCache<string, string>({ max: REMEMBERED_CALLS });

  /** The name under which the guard is to know a new call. */
  name(conversationId: string, callId: string): string {
    const key = keyOf(conversationId, callId);
    const uses = (this.#uses.get(key) ?? 0) + 1;
    this.#uses.set(key, uses);
    const name = uses === 1 ? callId : `${callId}~${uses}`;
    this.#names.set(key, name);
    return name;
  }

  /** The name given to the latest call with this id; undefined when no guarded model has judged it. */
  nameOf(conversationId: string, callId: string): string | undefined {
    return this.#names.get(keyOf(conversationId, callId));
  }

  /** Takes note that the agent gets a call. */
  pass(conversationId: string, callId: string, tool: string): void {
    this.#passed.set(keyOf(conversationId, callId, tool), true);
    this.#conversations.set(callId, conversationId);
  }

  /**
   * Whether a call that a hook is asked about was judged and passed on already. True once for each call passed on,
   * and again when the hook is asked about the very same call.
   *
   * @param hookCallId the id as the hook got it
   * @param callId the id that the model gave
   */
  take(conversationId: string, hookCallId: string, callId: string, tool: string): boolean {
    if (this.wasTaken(conversationId, hookCallId)) {
      return true;
    }
    if (!this.#passed.delete(keyOf(conversationId, callId, tool))) {
      return false;
    }
    this.#taken.set(keyOf(conversationId, hookCallId), true);
    return true;
  }

  /** Whether the outcome of a call is told by the guarded model, not by the hook. */
  wasTaken(conversationId: string, hookCallId: string): boolean {
    return this.#taken.has(keyOf(conversationId, hookCallId));
  }

  /** The conversation in which one of these calls was last passed on, for callers that name none. */
  conversationOf(callIds: readonly string[]): string | undefined {
    return callIds.map((callId) => this.#conversations.get(callId)).find((conversationId) => conversationId !== undefined);
  }
}

function keyOf(...parts: readonly string[]): string {
  return parts.join('\u0000');
}
