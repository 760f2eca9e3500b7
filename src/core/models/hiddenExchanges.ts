import { RecentMap } from '../../engine/values/boundedMap';

/** In how many conversations, and how often in each, refusals are remembered. */
const REMEMBERED_CONVERSATIONS = 100;
const REMEMBERED_REFUSALS = 20;

/** An exchange with the model that the agent knows nothing of. */
interface HiddenExchange<Message> {
  /** The call in the next answer that the agent got. */
  readonly beforeCall: string;
  /** How many calls of that id there were by then, this one included: some vendors use an id again. */
  readonly occurrence: number;
  readonly exchange: readonly Message[];
}

/**
 * What a model was told about refused calls. The agent never sees a refused call, so it cannot send it back; here it is
 * put where it was, so that the model remembers what it was told. Messages stay a valid exchange: a refused call and
 * its failed result come as a pair, before the answer that holds the next call.
 */
export class HiddenExchanges<Message> {
  readonly #byConversation = new RecentMap<string, HiddenExchange<Message>[]>(REMEMBERED_CONVERSATIONS);
  readonly #ended = new RecentMap<string, Set<string>>(REMEMBERED_CONVERSATIONS);

  /** @param occurrence 1 for the first call of that id in the conversation */
  remember(conversationId: string, beforeCall: string, occurrence: number, exchange: readonly Message[]): void {
    const known = this.#byConversation.get(conversationId) ?? [];
    const added = [...known, { beforeCall, occurrence, exchange }];
    this.#byConversation.set(conversationId, added.slice(-REMEMBERED_REFUSALS));
  }

  /** The messages with every remembered exchange whose place is still among them. */
  insertInto(
    conversationId: string,
    messages: readonly Message[],
    callIdsOf: (message: Message) => readonly string[],
  ): Message[] {
    const hidden = this.#byConversation.get(conversationId);
    if (hidden === undefined) {
      return [...messages];
    }
    const seen = new Map<string, number>();
    return messages.flatMap((message) => {
      const exchanges = callIdsOf(message).flatMap((callId) => {
        const occurrence = (seen.get(callId) ?? 0) + 1;
        seen.set(callId, occurrence);
        return hidden.filter((each) => each.beforeCall === callId && each.occurrence === occurrence);
      });
      return [...exchanges.flatMap(({ exchange }) => exchange), message];
    });
  }

  /** Takes note that a run is over although the agent got a call. */
  end(conversationId: string, callId: string): void {
    this.#ended.set(conversationId, (this.#ended.get(conversationId) ?? new Set()).add(callId));
  }

  /** Whether the run is over to which the results of these calls belong; told once. */
  hasEnded(conversationId: string, callIds: readonly string[]): boolean {
    const ended = this.#ended.get(conversationId);
    return callIds.some((callId) => ended?.delete(callId) === true);
  }

  /** The person speaks: results of the runs before can no longer come, but their ids may be used again. */
  beginTurn(conversationId: string): void {
    this.#ended.delete(conversationId);
  }
}
