import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../files/hash';
import { replaceFile } from '../files/replaceFile';

const STAMP_FILE = '.stamp';

/**
 * Changes the time of the plugin's folder when anything in it has changed since the last time: VS Code hands a new copy
 * to the Agent Host only when that time is another one, and a change inside a file, or deeper, does not make it so.
 * Never throws: where the folder cannot be written, the time of its installation stays.
 *
 * @returns whether the time was changed
 */
export function stampPlugin(folder: string): boolean {
  try {
    const stamp = digestOf(folder);
    if (contentOf(join(folder, STAMP_FILE)) === stamp) {
      return false;
    }
    // A file that is put into a folder changes the folder's time.
    replaceFile(join(folder, STAMP_FILE), stamp);
    return true;
  } catch {
    return false;
  }
}

function digestOf(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== STAMP_FILE)
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  return sha256(
    entries.map((path) => `${path.slice(folder.length)}\0${sha256(readFileSync(path, 'utf8'))}`).join('\n'),
  );
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
