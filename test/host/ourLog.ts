import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What our log channel has written in this window; undefined when this VS Code writes no log files. */
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
