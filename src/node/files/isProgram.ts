import { accessSync, constants, statSync } from 'node:fs';

/** Whether a path is of a file that this user may run. Never throws. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
