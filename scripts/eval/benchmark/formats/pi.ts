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

/** Written by newer versions when a call begins, which is before the message that asks for it is written. */
const startSchema = z.object({
  type: z.literal('custom'),
  customType: z.literal('tool_execution_start'),
  data: z.object({ toolCallId: z.string(), startedAt: z.string() }),
});

/** With what the session of a task begins that another session gave out. The labelled form calls it so. */
const initSchema = z.object({ type: z.literal('session_init') });

/** A session of Pi. */
export function piCalls(lines: readonly unknown[]): RecordedCall[] {
  const conversation = new Conversation();
  const agent = lines.some((line) => initSchema.safeParse(line).success) ? 'omp-task' : undefined;
  const starts = new Map<string, number | undefined>();
  for (const value of lines) {
    const start = startSchema.safeParse(value).data;
    if (start !== undefined) {
      starts.set(start.data.toolCallId, timeOf(start.data.startedAt));
    }
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
            const timestamp = starts.get(call.id) ?? time;
            conversation.call({ name: call.name, arguments: call.arguments, timestamp, agent }, call.id);
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
