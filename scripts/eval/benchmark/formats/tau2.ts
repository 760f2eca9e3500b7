import * as z from 'zod';
import { callsOfMessages } from '../messages';
import type { Format, RecordedCall } from '../recordedCall';

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
export const tau2: Format = {
  // Files outside the runs' folders have no folder for a name.
  fileOf: (id) => `docs/data/${id.replace(/^root\//, '')}.json`,
  read: (text) => {
    const parsed = runSchema.parse(JSON.parse(text));
    return () => callsOf(parsed);
  },
};

const callsOf = ({ messages }: z.output<typeof runSchema>): RecordedCall[] =>
  callsOfMessages(
    messages.map(({ role, id, content, error, tool_calls: calls }) => ({
      role,
      calls: calls ?? [],
      answer: { id, result: content ?? '', isError: error ?? false },
    })),
  );
