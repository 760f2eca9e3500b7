import { format } from 'node:util';

/** A runner that sees the whole extension host's output sets this to recognize lines of tests. */
const mark = process.env.TOOL_LOOP_TEST_LINES ?? '';

/** Writes to the console of the runner. The extension host doesn't let `console.log` be replaced. */
export function say(...values: unknown[]): void {
  for (const line of format(...values).split('\n')) {
    console.log(mark + line);
  }
}
