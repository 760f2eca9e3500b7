import * as z from 'zod';
import { jsonFormat } from '../jsonFormat';

const runsSchema = z.record(
  z.string(),
  z.object({
    environment: z.string(),
    turn_history: z.object({
      actions: z.array(z.string()),
      observations: z.array(z.string().nullable()),
      valid_action: z.array(z.boolean().nullable()).optional(),
    }),
  }),
);

/** The only tool of each environment, and the name of its argument. */
const TOOLS: Readonly<Record<string, readonly [string, string]>> = {
  ic_sql: ['execute_sql', 'query'],
  ic_bash: ['bash', 'command'],
  ic_python: ['python', 'code'],
  ic_ctf: ['bash', 'command'],
};

/** InterCode: many runs per file, each a list of actions and a list of observations. */
export const interCode = jsonFormat(
  runsSchema,
  (id) => `/${id.slice(0, id.lastIndexOf('/'))}.json`,
  (runs, id) => {
    const run = runs[id.slice(id.lastIndexOf('/') + 1)];
    const [name, argument] = TOOLS[run?.environment ?? ''] ?? [];
    if (run === undefined || name === undefined || argument === undefined) {
      return undefined;
    }
    const { actions, observations, valid_action: valid } = run.turn_history;
    return actions.map((action, turn) => ({
      name,
      arguments: { [argument]: action },
      result: observations[turn] ?? undefined,
      isError: valid?.[turn] === false,
      userTurnBefore: turn === 0,
      turn,
    }));
  },
);
