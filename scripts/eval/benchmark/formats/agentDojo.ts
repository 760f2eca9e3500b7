import * as z from 'zod';
import { jsonFormat } from '../jsonFormat';
import { callsOfMessages } from '../messages';

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
export const agentDojo = jsonFormat(
  runSchema,
  (id) => `runs/${id}.json`,
  ({ messages }) =>
    callsOfMessages(
      messages.map(({ role, content, tool_calls: calls, error }) => ({
        role,
        calls: calls?.map(({ function: name, args }) => ({ name, arguments: args })) ?? [],
        answer: { result: textOf(content), isError: Boolean(error) },
      })),
    ),
);

function textOf(content: z.output<typeof contentSchema> | undefined): string {
  return Array.isArray(content) ? content.join('\n') : (content ?? '');
}
