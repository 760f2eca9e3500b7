import { promises } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { digestOf } from './hash';

/** Larger folders are not looked at. */
const MOST_ENTRIES = 5_000;

/**
 * What a folder holds now, by the names in it and which of them are folders, as a digest. Never rejects.
 * @param path as a call names it
 * @param folder where the session works; folders outside of it are not looked at
 * @returns undefined for all that is no such folder
 */
export async function folderListing(path: string, folder: string | undefined): Promise<string | undefined> {
  if (folder === undefined) {
    return undefined;
  }
  const absolute = resolve(folder, path);
  const below = relative(resolve(folder), absolute);
  if (below.startsWith('..') || isAbsolute(below)) {
    return undefined;
  }
  try {
    const names: string[] = [];
    for await (const entry of await promises.opendir(absolute)) {
      if (names.push(entry.isDirectory() ? `${entry.name}/` : entry.name) > MOST_ENTRIES) {
        return undefined;
      }
    }
    return digestOf(names.sort().join('\n'));
  } catch {
    return undefined;
  }
}
