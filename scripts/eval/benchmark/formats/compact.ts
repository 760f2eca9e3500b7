import * as z from 'zod';
import { Conversation } from '../conversation';
import type { RecordedCall } from '../recordedCall';
import { isNotice, isSummary } from './claudeCode';
import { textOfParts, timeOf } from './parts';

const lineSchema = z.object({
  v: z.literal(1),
  type: z.enum(['user', 'assistant']),
  ts: z.string().optional(),
  id: z.string().optional(),
  content: z.array(z.unknown()),
});

const callSchema = z.object({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
  result: z.object({ output: z.unknown(), status: z.string().optional() }).optional(),
});

const textSchema = z.object({ text: z.string() });

export function isCompact(line: unknown): boolean {
  return lineSchema.safeParse(line).success;
}

/** Entire's compact form of any agent's transcript: each call with its answer, but not when the answer came. */
export function compactCalls(lines: readonly unknown[]): RecordedCall[] {
  const conversation = new Conversation(0, false);
  for (const value of lines) {
    const line = lineSchema.safeParse(value).data;
    if (line?.type === 'assistant') {
      conversation.assistant(line.id);
    }
    for (const part of line?.content ?? []) {
      const text = line?.type === 'user' ? textSchema.safeParse(part).data?.text : undefined;
      if (text !== undefined && !isNotice(text) && !isSummary(text)) {
        conversation.user();
      }
      const call = callSchema.safeParse(part).data;
      if (call !== undefined) {
        noteCall(conversation, call, timeOf(line?.ts));
      }
    }
  }
  return conversation.calls;
}

function noteCall(
  conversation: Conversation,
  { id, name, input, result }: z.output<typeof callSchema>,
  timestamp: number | undefined,
): void {
  conversation.call({ name, arguments: input, timestamp }, id);
  const said = textOfParts(result?.output);
  // An empty answer and a missing one look the same.
  conversation.answer({ result: said === '' ? undefined : said, isError: result?.status === 'error' }, id);
}
