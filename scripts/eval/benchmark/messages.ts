import { Conversation } from './conversation';
import type { RecordedCall } from './recordedCall';

export interface Message {
  /** `toolResult` is another word for `tool`; other roles, such as `system`, have no calls. */
  readonly role: string;
  readonly calls?: readonly (Parameters<Conversation['call']>[0] & { readonly id?: string | null | undefined })[];
  /** Of a tool. Without an ID, it answers the first call without an answer. */
  readonly answer?: Parameters<Conversation['answer']>[0] & { readonly id?: string | null | undefined };
}

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
