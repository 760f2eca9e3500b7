import { BoundedMap } from '../../engine/values/boundedMap';

const REMEMBERED_DEMONSTRATIONS = 100;

/** A model as VS Code's chat is asked for it. */
export interface ChatModel {
  readonly vendor: string;
  readonly id: string;
}

/** Answers a message to `@loopguard` in Markdown; undefined: it has nothing to do with a demonstration. */
export type DemonstrationAnswer = (prompt: string, model: ChatModel) => string | undefined;

/** Which conversations are demonstrations. What a person chooses in one is explained, and changes nothing. */
export class Demonstration {
  readonly #conversations = new BoundedMap<string, true>(REMEMBERED_DEMONSTRATIONS);
  #explain: (conversationId: string) => Promise<void> = () => Promise.resolve();
  #answer: DemonstrationAnswer = () => undefined;

  /**
   * @param explain says in the chat of a demonstration what would happen now
   * @param answer what `@loopguard` says
   */
  offer(explain: (conversationId: string) => Promise<void>, answer: DemonstrationAnswer): void {
    this.#explain = explain;
    this.#answer = answer;
  }

  begin(conversationId: string): void {
    this.#conversations.set(conversationId, true);
  }

  isOf(conversationId: string): boolean {
    return this.#conversations.has(conversationId);
  }

  explain(conversationId: string): Promise<void> {
    return this.#explain(conversationId);
  }

  answerTo(prompt: string, model: ChatModel): string | undefined {
    return this.#answer(prompt, model);
  }
}
