import { closeSync, openSync } from 'node:fs';

/** Whether this process has a terminal, at which a person may be. On Windows, nobody can tell. */
export function hasTerminal(): boolean {
  if (process.platform === 'win32') {
    return true;
  }
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
