import * as z from 'zod';
import { jsonFormat } from '../jsonFormat';
import { callsOfMessages } from '../messages';

const runSchema = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      id: z.string().nullish(),
      content: z.string().nullish(),
      error: z.boolean().nullish(),
      tool_calls: z.array(z.object({ id: z.string().nullish(), name: z.string(), arguments: z.unknown() })).nullish(),
    }),
  ),
});

/** tau2-bench, as its viewer publishes it: one run per file. */
export const tau2 = jsonFormat(
  runSchema,
  // Files outside the runs' folders have no folder for a name.
  (id) => `docs/data/${id.replace(/^root\//, '')}.json`,
  ({ messages }) =>
    callsOfMessages(
      messages.map(({ role, id, content, error, tool_calls: calls }) => ({
        role,
        calls: calls ?? [],
        answer: { id, result: content ?? '', isError: error ?? false },
      })),
    ),
);
