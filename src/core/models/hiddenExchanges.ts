import { RecentMap } from '../../engine/values/boundedMap';

const REMEMBERED_CONVERSATIONS = 100;
const REMEMBERED_REFUSALS = 20;

interface HiddenExchange<Message> {
  /** The call in the next answer that the agent got. */
  readonly beforeCall: string;
  /** Of that call, from 1: some vendors reuse IDs. */
  readonly occurrence: number;
  readonly exchange: readonly Message[];
}

/**
 * What a model was told about blocked calls, inserted again in every request because the agent never sees them. A call
 * and its failed result come as a pair, before the response with the next call, so that the exchange stays valid.
 */
export class HiddenExchanges<Message> {
  readonly #byConversation = new RecentMap<string, HiddenExchange<Message>[]>(REMEMBERED_CONVERSATIONS);
  readonly #ended = new RecentMap<string, Set<string>>(REMEMBERED_CONVERSATIONS);

  /** @param occurrence 1 for the first call of that ID in the conversation */
  remember(conversationId: string, beforeCall: string, occurrence: number, exchange: readonly Message[]): void {
    const known = this.#byConversation.get(conversationId) ?? [];
    const added = [...known, { beforeCall, occurrence, exchange }];
    this.#byConversation.set(conversationId, added.slice(-REMEMBERED_REFUSALS));
  }

  /** Leaves out exchanges whose place is no longer among the messages. */
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

  /** The run has ended although the agent received this call. */
  end(conversationId: string, callId: string): void {
    this.#ended.set(conversationId, (this.#ended.get(conversationId) ?? new Set()).add(callId));
  }

  /** True only once. */
  hasEnded(conversationId: string, callIds: readonly string[]): boolean {
    const ended = this.#ended.get(conversationId);
    return callIds.some((callId) => ended?.delete(callId) === true);
  }

  /** After a new message, no late results can come, and IDs may be reused. */
  beginTurn(conversationId: string): void {
    this.#ended.delete(conversationId);
  }
}
