import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type * as published from '../../../api/library/index';
import { Guard } from '../../library/guard';
import { fieldsOf } from '../files/jsonFields';

/**
 * `tool-loop-guard judge`: the library for agents in other languages. Reads one JSON object a line, and writes one for
 * each, in order:
 * - `{"options": {…}}`: starts again with options of the library; answers `{}`
 * - `{"before": call}`: answers the verdict
 * - `{"after": call, "outcome": {"result": …} | {"error": …}}`: answers `{"nudge": "…"}`, or `{}`
 * - `{"turn": "conversation"}`: a message of the user; answers `{}`
 *
 * A line that is none of these is answered with `{"error": "…"}`, and changes nothing.
 */
export async function runJudge(input: Readable, output: Writable): Promise<number> {
  let guard = new Guard();
  for await (const line of createInterface({ input })) {
    let answer: object;
    try {
      const { options, before, after, outcome, turn } = fieldsOf(JSON.parse(line));
      if (options !== undefined) {
        guard = new Guard(options as published.GuardOptions);
        answer = {};
      } else if (before !== undefined) {
        answer = guard.before(before as published.Call);
      } else if (after !== undefined) {
        answer = { nudge: guard.after(after as published.Call, outcome as published.Outcome) };
      } else if (typeof turn === 'string') {
        guard.beginTurn(turn);
        answer = {};
      } else {
        throw new TypeError('A line has one of options, before, after, and turn.');
      }
    } catch (error) {
      answer = { error: error instanceof Error ? error.message : String(error) };
    }
    output.write(`${JSON.stringify(answer)}\n`);
  }
  return 0;
}
