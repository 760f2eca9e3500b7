import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './say';

/** How much of the log a failed test shows: lines, and characters of each. */
const SHOWN_LINES = 40;
const SHOWN_CHARACTERS = 200;

/** Our log channel in this window; undefined if this VS Code writes no log files. */
export function readLog(): string | undefined {
  const home = process.env['TOOL_LOOP_TEST_LOGS'];
  if (home === undefined || !existsSync(home)) {
    return undefined;
  }
  const path = readdirSync(home, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('Tool Loop Guard.log'),
  );
  return path === undefined ? undefined : readFileSync(join(home, path), 'utf8');
}

/** Prints the end of our log after a failed test. */
export function showLog(): void {
  const lines = readLog()?.trimEnd().split('\n') ?? [];
  lines.slice(-SHOWN_LINES).forEach((line) => say(`    LOGGED  ${line.slice(0, SHOWN_CHARACTERS)}`));
}
