import * as z from 'zod';
import { jsonFormat } from '../jsonFormat';
import { callsOfMessages } from '../messages';
import { jsonOrText } from './parts';

const runsSchema = z.array(
  z.object({
    task_id: z.number(),
    trial: z.number(),
    traj: z.array(
      z.object({
        role: z.string(),
        content: z.string().nullish(),
        tool_call_id: z.string().nullish(),
        tool_calls: z
          .array(
            z.object({
              id: z.string().nullish(),
              function: z.object({ name: z.string(), arguments: z.unknown() }),
            }),
          )
          .nullish(),
      }),
    ),
  }),
);

/** tau-bench: a list of runs per file, with messages as in the model's API. */
export const tauBench = jsonFormat(
  runsSchema,
  (id) => `/${id.slice(0, id.lastIndexOf('/'))}.json`,
  (runs, id) => {
    const run = runs.find(({ task_id: task, trial }) => id.endsWith(`/t${task}.${trial}`));
    return (
      run &&
      callsOfMessages(
        run.traj.map(({ role, content, tool_calls: calls, tool_call_id: answered }) => ({
          role,
          calls:
            calls?.map(({ id: callId, function: { name, arguments: sent } }) => ({
              id: callId,
              name,
              arguments: jsonOrText(sent),
            })) ?? [],
          answer: { id: answered, result: content ?? '', isError: (content ?? '').startsWith('Error') },
        })),
      )
    );
  },
);
