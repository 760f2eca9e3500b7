import * as z from 'zod';
import { callsOfMessages } from '../messages';
import type { RecordedCall } from '../recordedCall';
import { textOfParts, timeOf } from './parts';

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

/** Newer versions write this when a call begins, perhaps before the message that asks for it. */
const startSchema = z.object({
  type: z.literal('custom'),
  customType: z.literal('tool_execution_start'),
  data: z.object({ toolCallId: z.string(), startedAt: z.string() }),
});

/** The beginning of a session with a task that another session gave out, as the labelled form names it. */
const initSchema = z.object({ type: z.literal('session_init') });

export function piCalls(lines: readonly unknown[]): RecordedCall[] {
  const agent = lines.some((line) => initSchema.safeParse(line).success) ? 'omp-task' : undefined;
  const starts = new Map(
    lines
      .flatMap((line) => startSchema.safeParse(line).data ?? [])
      .map(({ data: { toolCallId, startedAt } }) => [toolCallId, timeOf(startedAt)]),
  );
  return callsOfMessages(
    lines
      .flatMap((line) => lineSchema.safeParse(line).data ?? [])
      .map(({ timestamp, message: { role, content = [], toolCallId = '', isError } }) => ({
        role,
        calls: callsIn(content).map(({ id, name, arguments: sent }) => {
          return { id, name, arguments: sent, timestamp: earlier(starts.get(id), timeOf(timestamp)), agent };
        }),
        answer: { id: toolCallId, result: textOfParts(content), isError, doneAt: timeOf(timestamp) },
      })),
  );
}

/** A waiting call begins after its message is written; what counts is when it was made. */
const earlier = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

const callsIn = (content: string | readonly unknown[]): z.output<typeof callSchema>[] =>
  Array.isArray(content) ? content.flatMap((part) => callSchema.safeParse(part).data ?? []) : [];
