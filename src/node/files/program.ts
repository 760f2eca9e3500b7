import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, join, parse } from 'node:path';
import { fieldsOf, type JsonFields, jsonIn } from './jsonFields';
import { shortText } from './shortText';

/** Whether this user may run the file. Never throws. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Another user's process counts, too. */
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

/** Undefined if the PATH has none. Relative folders of the PATH don't count. */
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

export function hasCommandLine(): boolean {
  return findProgram('tool-loop-guard', { environment: process.env, platform: process.platform }) !== undefined;
}

const MOST_FOLDERS = 4;

/** Without starting it: from its npm package or its installation folder; undefined if neither has a version. */
export function installedVersion(program: string | undefined): string | undefined {
  if (program === undefined || !existsSync(program)) {
    return undefined;
  }
  const [, named] =
    /[\\/](?:versions|Caskroom[\\/][\w.-]+)[\\/](\d+\.\d+\.\d+)(?:[\\/]|$)/.exec(realpathSync(program)) ?? [];
  // A package for one platform has the platform's name after the version.
  return named ?? /^\d+\.\d+\.\d+/.exec(packageOf(program)?.version ?? '')?.[0];
}

export function packageOf(program: string): { readonly name: unknown; readonly version: string } | undefined {
  const path = realpathSync(program);
  // On Windows, npm puts its own script next to the packages.
  const folders = [join(dirname(path), 'node_modules', parse(path).name)];
  for (let folder = dirname(path); folders.length <= MOST_FOLDERS; folder = dirname(folder)) {
    folders.push(folder);
  }
  return folders.flatMap((folder) => {
    const { name, version } = objectIn(join(folder, 'package.json'));
    return typeof version === 'string' ? [{ name, version }] : [];
  })[0];
}

export function versionIn(file: string): string | undefined {
  const { version } = objectIn(file);
  return typeof version === 'string' ? version : undefined;
}

const MOST_BYTES = 4 * 1024 * 1024;

function objectIn(file: string): JsonFields {
  return fieldsOf(jsonIn(shortText(file, MOST_BYTES)));
}
