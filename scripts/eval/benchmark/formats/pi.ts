import * as z from 'zod';
import { Conversation } from '../conversation';
import type { RecordedCall } from '../recordedCall';
import { textOfParts } from './parts';
import { timeOf } from './time';

const lineSchema = z.object({
  type: z.literal('message'),
  timestamp: z.string().optional(),
  message: z.object({
    role: z.string(),
    content: z.union([z.string(), z.array(z.unknown())]).optional(),
    toolCallId: z.string().optional(),
    isError: z.boolean().optional(),
  }),
});

const callSchema = z.object({ type: z.literal('toolCall'), id: z.string(), name: z.string(), arguments: z.unknown() });

/** A session of Pi. */
export function piCalls(lines: readonly unknown[]): RecordedCall[] {
  const conversation = new Conversation();
  for (const value of lines) {
    const line = lineSchema.safeParse(value).data;
    const { role, content = [], toolCallId, isError } = line?.message ?? { role: '' };
    const time = timeOf(line?.timestamp);
    switch (role) {
      case 'user':
        conversation.user();
        break;
      case 'assistant':
        conversation.assistant();
        for (const part of Array.isArray(content) ? content : []) {
          const call = callSchema.safeParse(part).data;
          if (call !== undefined) {
            conversation.call({ name: call.name, arguments: call.arguments, timestamp: time }, call.id);
          }
        }
        break;
      case 'toolResult':
        conversation.answer({ result: textOfParts(content), isError, doneAt: time }, toolCallId ?? '');
        break;
    }
  }
  return conversation.calls;
}
