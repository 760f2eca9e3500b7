import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from './replaceFile';

/**
 * Writes a file of another program, whole or not at all. What a link leads to is written in its place, rights stay as
 * they are, and a file that is new is for this user only, unless it is `isForAll`.
 * @returns the folders that had to be made, the outermost first
 * @throws when it is read-only or cannot be written; what was there before stays
 */
export function writeForeignFile(path: string, text: string, { isForAll = false } = {}): string[] {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    const made = missingFolders(dirname(path));
    mkdirSync(dirname(path), { recursive: true, mode: isForAll ? 0o755 : 0o700 });
    replaceFile(path, text);
    if (isForAll) {
      chmodSync(path, 0o644);
    }
    return made;
  }
  const target = realpathSync(path);
  const mode = statSync(target).mode & 0o777;
  if ((mode & 0o200) === 0) {
    throw new Error(`${path} is read-only.`);
  }
  replaceFile(target, text);
  chmodSync(target, mode);
  return [];
}

export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      // Somebody has put something there.
    }
  }
}

function missingFolders(folder: string): string[] {
  return existsSync(folder) || dirname(folder) === folder ? [] : [...missingFolders(dirname(folder)), folder];
}
