import { delimiter, dirname, join } from 'node:path';
import { isProgram } from '../files/program';
import type { Place } from '../agents/agent';
import { readFileSync, realpathSync } from 'node:fs';
import { fieldsOf, jsonIn } from '../files/jsonFields';

/** The full path of a program on the PATH; undefined when there is none. Relative folders of the PATH do not count. */
export function findProgram(name: string, { environment, platform }: Omit<Place, 'home'>): string | undefined {
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter);
  return folders
    .filter((folder) => /^(?:[\\/]|[a-z]:)/i.test(folder))
    .flatMap((folder) => endings.map((ending) => join(folder, `${name}${ending}`)))
    .find(isProgram);
}

export function hasCommandLine(): boolean {
  return findProgram('tool-loop-guard', { environment: process.env, platform: process.platform }) !== undefined;
}

/** How far above a program the description of its npm package is looked for. */
const MOST_FOLDERS = 3;

/**
 * The version of a program, without starting it: of its npm package, or as the folder says that it is installed in.
 * @returns undefined where neither tells
 */
export function installedVersion(program: string | undefined): string | undefined {
  try {
    const path = realpathSync(program ?? '');
    const [, named] = /[\\/](?:versions|Caskroom[\\/][\w.-]+)[\\/](\d+\.\d+\.\d+)(?:[\\/]|$)/.exec(path) ?? [];
    let folder = dirname(path);
    for (let level = 0; named === undefined && level < MOST_FOLDERS; level++, folder = dirname(folder)) {
      const version = versionIn(join(folder, 'package.json'));
      if (version !== undefined) {
        return version;
      }
    }
    return named;
  } catch {
    // There is no such program.
    return undefined;
  }
}

/** The version that a JSON file tells; undefined where it tells none, or can't be read. */
export function versionIn(file: string): string | undefined {
  try {
    const { version } = fieldsOf(jsonIn(readFileSync(file, 'utf8')));
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}
