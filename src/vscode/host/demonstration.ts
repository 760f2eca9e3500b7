import type { WriteLink } from '../../core/chat/chatLink';
import { BoundedMap } from '../../engine/values/boundedMap';

const REMEMBERED_DEMONSTRATIONS = 100;

export interface ChatModel {
  readonly vendor: string;
  readonly id: string;
}

/** Markdown; undefined if the message has nothing to do with a demonstration. */
type DemonstrationAnswer = (prompt: string, model: ChatModel, link: WriteLink) => string | undefined;

/** What a user chooses in a demonstration changes nothing. */
export class Demonstration {
  readonly #conversations = new BoundedMap<string, true>(REMEMBERED_DEMONSTRATIONS);
  /** Says in the chat of a demonstration that a choice ends it. */
  conclude: (conversationId: string) => Promise<void> = () => Promise.resolve();
  answerTo: DemonstrationAnswer = () => undefined;

  begin(conversationId: string): void {
    this.#conversations.set(conversationId, true);
  }

  isOf(conversationId: string): boolean {
    return this.#conversations.has(conversationId);
  }
}
