import * as z from 'zod';
import { callsOfMessages } from '../messages';
import type { Format, RecordedCall } from '../recordedCall';

const contentSchema = z.union([
  z.string(),
  z.null(),
  z.array(z.object({ content: z.string().nullish() }).transform(({ content }) => content ?? '')),
]);

const runSchema = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: contentSchema.optional(),
      tool_calls: z.array(z.object({ function: z.string(), args: z.unknown() })).nullish(),
      error: z.string().nullish(),
    }),
  ),
});

/** AgentDojo: one run per file, messages with calls, tool messages in the order of the calls. */
export const agentDojo: Format = {
  fileOf: (id) => `runs/${id}.json`,
  read: (text) => {
    const parsed = runSchema.parse(JSON.parse(text));
    return () => callsOf(parsed);
  },
};

const callsOf = ({ messages }: z.output<typeof runSchema>): RecordedCall[] =>
  callsOfMessages(
    messages.map(({ role, content, tool_calls: calls, error }) => ({
      role,
      calls: calls?.map(({ function: name, args }) => ({ name, arguments: args })) ?? [],
      answer: { result: textOf(content), isError: Boolean(error) },
    })),
  );

function textOf(content: z.output<typeof contentSchema> | undefined): string {
  return Array.isArray(content) ? content.join('\n') : (content ?? '');
}
