import { constants, promises } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import type { FileContent } from '../../engine/facts/call';
import { digestOf } from './hash';

/** How many files of one call are looked at, and how large they may be. */
const MOST_FILES = 8;
const MOST_BYTES = 1024 * 1024;

/** Reads a file that is open in an editor; undefined for one that is not. */
export type OpenText = (path: string) => string | undefined;

/**
 * What files hold now, as digests. Files outside the folder, large ones and those that cannot be read are left out.
 * Never rejects.
 *
 * @param paths as a call names them
 * @param folder where the session works; without it no file is looked at
 */
export async function contentsOf(
  paths: readonly string[],
  folder: string | undefined,
  openText: OpenText = () => undefined,
): Promise<FileContent[]> {
  if (folder === undefined) {
    return [];
  }
  const wanted = [...new Set(paths)].slice(0, MOST_FILES);
  const contents = await Promise.all(wanted.map((path) => contentOf(path, resolve(folder), openText)));
  return contents.filter((content) => content !== undefined);
}

async function contentOf(path: string, folder: string, openText: OpenText): Promise<FileContent | undefined> {
  const absolute = resolve(folder, path);
  const below = relative(folder, absolute);
  if (below === '' || below.startsWith('..') || isAbsolute(below)) {
    return undefined;
  }
  try {
    const text = openText(absolute) ?? (await readText(absolute));
    // What is empty says nothing: a file that could not be written yet looks the same.
    return text === undefined || text === '' ? undefined : { path, digest: digestOf(text) };
  } catch {
    return undefined;
  }
}

async function readText(path: string): Promise<string | undefined> {
  // A pipe in place of the file would otherwise be waited for.
  const file = await promises.open(
    path,
    constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0),
  );
  try {
    const stats = await file.stat();
    return stats.isFile() && stats.size <= MOST_BYTES ? await file.readFile('utf8') : undefined;
  } finally {
    await file.close();
  }
}
