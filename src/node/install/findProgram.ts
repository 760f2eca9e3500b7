import { dirname, join } from 'node:path';
import { findProgram } from '../files/program';
import { readFileSync, realpathSync } from 'node:fs';
import { fieldsOf, jsonIn } from '../files/jsonFields';

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
