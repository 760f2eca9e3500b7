import { format } from 'node:util';

/** Set by a runner that hears the whole extension host: the mark it knows a test's line by. */
const mark = process.env.TOOL_LOOP_TEST_LINES ?? '';

/** Writes to the console of whoever runs the tests. The extension host does not let `console.log` be replaced. */
export function say(...values: unknown[]): void {
  for (const line of format(...values).split('\n')) {
    console.log(mark + line);
  }
}
