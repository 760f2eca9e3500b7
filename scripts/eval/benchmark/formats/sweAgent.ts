import * as z from 'zod';
import type { Format, RecordedCall } from '../recordedCall';

const runSchema = z.object({
  trajectory: z.array(z.object({ action: z.string(), observation: z.string().nullish() })),
});

/** The agent's own commands; any other action is a shell command. */
const COMMANDS = new Set([
  'open',
  'goto',
  'scroll_down',
  'scroll_up',
  'create',
  'edit',
  'search_dir',
  'search_file',
  'find_file',
  'submit',
]);

/** SWE-agent: one run per file, each step an action as text and an observation. */
export const sweAgent: Format = {
  fileOf: (id) => `results/swe-agent-results/${id}.traj`,
  read: (text) => {
    const parsed = runSchema.parse(JSON.parse(text));
    return () => callsOf(parsed);
  },
};

const callsOf = ({ trajectory }: z.output<typeof runSchema>): RecordedCall[] | undefined =>
  // The last step may contain only the reason why the run ended.
  trajectory
    .filter(({ action }) => !/^exit_\w+$/.test(action.trim()))
    .map(({ action, observation }, turn) => {
      const [word = ''] = action.trim().split(/\s/, 1);
      const rest = action.trim().slice(word.length).trim();
      const result = observation ?? '';
      return {
        ...(COMMANDS.has(word)
          ? { name: word, arguments: rest === '' ? {} : { args: rest } }
          : { name: 'bash', arguments: { command: action.trim() } }),
        result,
        isError: isError(result),
        userTurnBefore: turn === 0,
        turn,
      };
    });

/** The recordings don't say which step failed. Only the beginning counts, because files also mention errors. */
const isError = (result: string): boolean => FAILURE.test(result.slice(0, 3000));

const FAILURE = new RegExp(
  [
    String.raw`Traceback \(most recent call last`,
    'introduced new syntax error',
    'not found$',
    'No such file or directory',
    'No matches found',
    '^Usage: ',
    String.raw`\w*Error:`,
    'syntax error near',
    'error:',
    'EXECUTION TIMED OUT',
  ].join('|'),
  'm',
);
