import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Place } from './agents';

/** The full path of a program on the PATH; undefined when there is none. Relative folders of the PATH do not count. */
export function findProgram(name: string, { environment, platform }: Omit<Place, 'home'>): string | undefined {
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter);
  return folders
    .filter((folder) => /^(?:[\\/]|[a-z]:)/i.test(folder))
    .flatMap((folder) => endings.map((ending) => join(folder, `${name}${ending}`)))
    .find(isProgram);
}

/** Whether a path is of a file that this user may run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
