import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a path is of a file that this user may run. Never throws. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether a process with this number is running on this machine, of any user. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0;
}

/** The full path of a program on the PATH; undefined when there is none. Relative folders of the PATH do not count. */
export function findProgram(
  name: string,
  { environment, platform }: Pick<NodeJS.Process, 'platform'> & { readonly environment: NodeJS.ProcessEnv },
): string | undefined {
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter);
  return folders
    .filter((folder) => /^(?:[\\/]|[a-z]:)/i.test(folder))
    .flatMap((folder) => endings.map((ending) => join(folder, `${name}${ending}`)))
    .find(isProgram);
}
