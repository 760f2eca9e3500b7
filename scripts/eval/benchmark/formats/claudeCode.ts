import * as z from 'zod';
import { Conversation } from '../conversation';
import type { RecordedCall } from '../recordedCall';
import { textOfParts, timeOf } from './parts';

const partSchema = z.union([
  z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.unknown() }),
  z.object({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.unknown(),
    is_error: z.boolean().nullish(),
  }),
  z.object({ type: z.literal('text'), text: z.string().default('') }),
]);

const lineSchema = z.object({
  type: z.enum(['user', 'assistant']),
  isMeta: z.boolean().nullish(),
  isSidechain: z.boolean().nullish(),
  isCompactSummary: z.boolean().nullish(),
  timestamp: z.string().optional(),
  message: z.object({ id: z.string().nullish(), content: z.union([z.string(), z.array(z.unknown())]) }),
});

/** What the user wrote while the model was working. */
const queuedSchema = z.object({
  type: z.literal('attachment'),
  attachment: z.object({ type: z.literal('queued_command'), prompt: z.unknown() }),
});

/** Without subagents. @param countsSummaries as user messages, as in the first labelled set */
export function claudeCodeCalls(lines: readonly unknown[], countsSummaries: boolean): RecordedCall[] {
  const conversation = new Conversation();
  for (const value of inOrderOfTime(lines)) {
    const queued = queuedSchema.safeParse(value).data;
    if (queued !== undefined && !isNotice(textOfParts(queued.attachment.prompt))) {
      conversation.user();
    }
    const line = lineSchema.safeParse(value).data;
    if (line === undefined || line.isSidechain || (line.isCompactSummary && !countsSummaries)) {
      continue;
    }
    const { type, isMeta, timestamp, message } = line;
    if (type === 'assistant') {
      conversation.assistant(message.id ?? undefined);
    }
    if (typeof message.content === 'string') {
      if (type === 'user' && !isMeta && !isNotice(message.content)) {
        conversation.user();
      }
      continue;
    }
    for (const part of message.content) {
      note(conversation, partSchema.safeParse(part).data, type === 'user' && !isMeta, timeOf(timestamp));
    }
  }
  return conversation.calls;
}

const stampSchema = z.object({ timestamp: z.string() });

/** Text that was written while the model was working is in the file where it was read, which is later. */
function inOrderOfTime(lines: readonly unknown[]): unknown[] {
  let last = 0;
  const timed = lines.map((line): [number, unknown] => {
    last = timeOf(stampSchema.safeParse(line).data?.timestamp) ?? last;
    return [last, line];
  });
  return timed.sort(([a], [b]) => a - b).map(([, line]) => line);
}

function note(
  conversation: Conversation,
  part: z.output<typeof partSchema> | undefined,
  isUsers: boolean,
  time: number | undefined,
): void {
  switch (part?.type) {
    case 'tool_use':
      conversation.call({ name: part.name, arguments: part.input, timestamp: time }, part.id);
      break;
    case 'tool_result':
      conversation.answer(
        { result: textOfParts(part.content), isError: part.is_error ?? false, doneAt: time },
        part.tool_use_id,
      );
      break;
    case 'text':
      if (isUsers && !isNotice(part.text)) {
        conversation.user();
      }
      break;
    case undefined:
      break;
  }
}

export const isNotice = (text: string): boolean => text.startsWith('<task-notification>');

/** The beginning is all that distinguishes the summary of a compacted conversation from a message. */
export const isSummary = (text: string): boolean => text.startsWith('This session is being continued');
