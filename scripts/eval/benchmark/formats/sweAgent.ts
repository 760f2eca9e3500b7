import * as z from 'zod';
import { jsonFormat } from '../jsonFormat';
import type { RecordedCall } from '../recordedCall';

const runSchema = z.object({
  trajectory: z.array(z.object({ action: z.string().nullish(), observation: z.string().nullish() })),
});

/** Commands of SWE-agent and of EnIGMA, in addition to the shell. */
const COMMANDS = new Set(
  [
    'open goto scroll_down scroll_up create edit insert append search_dir search_file find_file filemap submit skip',
    'str_replace_editor search_replace decompile disassemble constraint_solver exit_forfeit',
    'exit_cost exit_context exit_format exit_error',
    'debug_start debug_add_breakpoint debug_continue debug_step debug_stop debug_exec',
    'connect_start connect_sendline connect_exec connect_stop',
  ].flatMap((names) => names.split(' ')),
);

const ENDINGS = new Set(['exit_cost', 'exit_context', 'exit_format', 'exit_error', 'exit_api']);

const FAILURE = new RegExp(
  [
    String.raw`Traceback \(most recent`,
    'command not found',
    'No such file or directory',
    'Your proposed edit has introduced new syntax error',
    'syntax error near',
    'Usage: ',
    'usage: ',
    'EXECUTION TIMED OUT',
    'No matches found',
    String.raw`not found\n?$`,
    'Error:',
    'error:',
    'timed out',
  ].join('|'),
);

/** Runs of SWE-agent on SWE-bench: each step is an action as text and an observation. */
export const sweAgent = jsonFormat(runSchema, (id) => `results/swe-agent-results/${id}.traj`, callsOf);

/** Runs of EnIGMA on the NYU CTF benchmark. */
export const enigma = jsonFormat(runSchema, (id) => `transcripts/${id}.traj`, callsOf);

/** Runs of SWE-agent on the Java part of Multi-SWE-bench. */
export const multiSweBench = jsonFormat(
  runSchema,
  (id) => {
    const [run = '', task = ''] = id.split('/');
    return `evaluation/java/verified/${run}/trajs/${task}.traj`;
  },
  callsOf,
);

/** A step without an action keeps its number. */
function callsOf({ trajectory }: z.output<typeof runSchema>): RecordedCall[] {
  const steps = trajectory.flatMap(({ action, observation }, turn) => {
    const text = (action ?? '').trim();
    return text === '' || ENDINGS.has(text) ? [] : [{ action: action ?? '', text, observation, turn }];
  });
  return steps.map(({ action, text, observation, turn }, index) => {
    const [word = ''] = text.split(/\s/, 1);
    const rest = text.slice(word.length).trim();
    return {
      ...(COMMANDS.has(word)
        ? { name: word, arguments: rest === '' ? {} : { args: rest } }
        : { name: 'bash', arguments: { command: action.replace(/^\n+|\n+$/g, '') } }),
      result: observation ?? undefined,
      isError: FAILURE.test((observation ?? '').slice(0, 3000)),
      userTurnBefore: index === 0,
      turn,
    };
  });
}
