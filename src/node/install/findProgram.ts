import { delimiter, join } from 'node:path';
import { isProgram } from '../files/isProgram';
import type { Place } from '../agents/agent';

/** The full path of a program on the PATH; undefined when there is none. Relative folders of the PATH do not count. */
export function findProgram(name: string, { environment, platform }: Omit<Place, 'home'>): string | undefined {
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter);
  return folders
    .filter((folder) => /^(?:[\\/]|[a-z]:)/i.test(folder))
    .flatMap((folder) => endings.map((ending) => join(folder, `${name}${ending}`)))
    .find(isProgram);
}

/** Whether a user of this machine can run the program tool-loop-guard. */
export function hasCommandLine(): boolean {
  return findProgram('tool-loop-guard', { environment: process.env, platform: process.platform }) !== undefined;
}
