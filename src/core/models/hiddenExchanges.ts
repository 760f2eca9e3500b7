import { RecentMap } from '../../engine/recentMap';

/** In how many conversations, and how often in each, refusals are remembered. */
const REMEMBERED_CONVERSATIONS = 100;
const REMEMBERED_REFUSALS = 20;

/** An exchange with the model that the agent knows nothing of. */
interface HiddenExchange<Message> {
  /** The call in the next answer that the agent got. */
  readonly beforeCall: string;
  readonly exchange: readonly Message[];
}

/**
 * What a model was told about refused calls. The agent never sees a refused call, so it cannot send it back; here it is
 * put where it was, so that the model remembers what it was told. Messages stay a valid exchange: a refused call and
 * its failed result come as a pair, before the answer that holds the next call.
 */
export class HiddenExchanges<Message> {
  readonly #byConversation = new RecentMap<string, HiddenExchange<Message>[]>(REMEMBERED_CONVERSATIONS);
  readonly #ended = new RecentMap<string, true>(REMEMBERED_CONVERSATIONS);

  remember(conversationId: string, beforeCall: string, exchange: readonly Message[]): void {
    const known = this.#byConversation.get(conversationId) ?? [];
    this.#byConversation.set(conversationId, [...known, { beforeCall, exchange }].slice(-REMEMBERED_REFUSALS));
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
    return messages.flatMap((message) => {
      const callIds = callIdsOf(message);
      return [
        ...hidden.filter(({ beforeCall }) => callIds.includes(beforeCall)).flatMap(({ exchange }) => exchange),
        message,
      ];
    });
  }

  /** Takes note that a run is over although the agent got a call. */
  end(conversationId: string, callId: string): void {
    this.#ended.set(`${conversationId} ${callId}`, true);
  }

  /** Whether the run is over to which the results of these calls belong; told once. */
  hasEnded(conversationId: string, callIds: readonly string[]): boolean {
    return callIds.some((callId) => this.#ended.delete(`${conversationId} ${callId}`));
  }
}
