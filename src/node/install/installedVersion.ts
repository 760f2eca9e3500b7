import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isJsonObject, jsonIn } from '../files/jsonFields';

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

function versionIn(file: string): string | undefined {
  try {
    const description = jsonIn(readFileSync(file, 'utf8'));
    const version = isJsonObject(description) ? description['version'] : undefined;
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}
