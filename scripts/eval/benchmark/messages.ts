import { Conversation } from './conversation';
import type { RecordedCall } from './recordedCall';

/** One message of a recording that is a list of messages of the user, the model and the tools. */
export interface Message {
  /** `toolResult` is another word for `tool`; what else there is, such as `system`, says nothing of calls. */
  readonly role: string;
  /** Calls that a message of the model makes, each with the id that its answer names. */
  readonly calls?: readonly (Parameters<Conversation['call']>[0] & { readonly id?: string | null | undefined })[];
  /** What a message of a tool says. Without an id it answers the first call that has no answer. */
  readonly answer?: Parameters<Conversation['answer']>[0] & { readonly id?: string | null | undefined };
}

/** The calls that messages tell of, in their order. */
export function callsOfMessages(messages: Iterable<Message>): RecordedCall[] {
  const conversation = new Conversation();
  for (const { role, calls = [], answer } of messages) {
    switch (role) {
      case 'user':
        conversation.user();
        break;
      case 'assistant':
        conversation.assistant();
        calls.forEach(({ id, ...call }) => conversation.call(call, id ?? undefined));
        break;
      case 'tool':
      case 'toolResult':
        if (answer !== undefined) {
          const { id, ...said } = answer;
          conversation.answer(said, id ?? undefined);
        }
        break;
    }
  }
  return conversation.calls;
}
