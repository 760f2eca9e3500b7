import * as z from 'zod';
import { Conversation } from '../conversation';
import type { RecordedCall } from '../recordedCall';
import { textOfParts, timeOf } from './parts';

const callSchema = z.object({
  id: z.string(),
  name: z.string(),
  args: z.unknown(),
  result: z.array(z.unknown()).nullish(),
  status: z.string().optional(),
  timestamp: z.string().optional(),
});

const sessionSchema = z.object({
  sessionId: z.string(),
  messages: z.array(
    z.object({ type: z.string(), timestamp: z.string().optional(), toolCalls: z.array(callSchema).default([]) }),
  ),
});

export function isGeminiCli(value: unknown): boolean {
  return sessionSchema.safeParse(value).success;
}

export function geminiCliCalls(value: unknown): RecordedCall[] {
  const conversation = new Conversation();
  for (const { type, timestamp, toolCalls } of sessionSchema.parse(value).messages) {
    if (type === 'user') {
      conversation.user();
    } else if (type === 'gemini') {
      conversation.assistant();
    }
    for (const { id, name, args, result, status, timestamp: done } of toolCalls) {
      conversation.call({ name, arguments: args, timestamp: timeOf(timestamp) }, id);
      if (result) {
        conversation.answer({ result: textOfParts(result), isError: status === 'error', doneAt: timeOf(done) }, id);
      }
    }
  }
  return conversation.calls;
}
