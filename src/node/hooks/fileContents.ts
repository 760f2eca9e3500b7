import { constants, promises } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import type { FileContent, RecordedOutcome } from '../../engine/facts/call';
import { changedPaths } from '../../engine/facts/callFacts';
import { readingOf } from '../../engine/facts/lineSpan';
import { describeOutcome } from '../../engine/facts/outcome';
import { suggests } from '../../engine/facts/patterns/fieldNames';
import { parseArguments } from '../../engine/values/canonical';
import { digestOf } from '../files/hash';
import type { HookCall } from '../wire/input';

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
  const contents = await Promise.all(wanted.map((path) => contentOf(path, folder, openText)));
  return contents.filter((content) => content !== undefined);
}

async function contentOf(path: string, folder: string, openText: OpenText): Promise<FileContent | undefined> {
  try {
    const absolute = pathIn(folder, path);
    const text = absolute && (openText(absolute) ?? (await readText(absolute)));
    // What is empty says nothing: a file that could not be written yet looks the same.
    return text === undefined || text === '' ? undefined : { path, digest: digestOf(text) };
  } catch {
    return undefined;
  }
}

/** Where a path leads that a call names; undefined outside of the folder where the session works. */
function pathIn(folder: string, path: string): string | undefined {
  const absolute = resolve(folder, path);
  const below = relative(resolve(folder), absolute);
  return below.startsWith('..') || isAbsolute(below) ? undefined : absolute;
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

const LISTING_NAME = /list|dir|tree|\bls\b/i;

const MOST_ENTRIES = 5_000;

/**
 * What is known of the answer to a call that reads a file or lists a folder, where the harness keeps it from hooks:
 * whether it can be another one than before, because the file or the folder holds something else now. Never rejects.
 * @returns undefined for other calls, and for what cannot be looked at
 */
export async function hiddenOutcome(
  { tool, arguments: callArguments, folder }: Pick<HookCall, 'tool' | 'arguments' | 'folder'>,
  openText?: OpenText,
): Promise<RecordedOutcome | undefined> {
  const value = parseArguments(callArguments);
  const path = readingOf(tool, value)?.path;
  const [content] = path !== undefined ? await contentsOf([path], folder, openText) : [];
  const listed = content === undefined && LISTING_NAME.test(tool) ? onlyPath(value) : undefined;
  const held = content?.digest ?? (listed === undefined ? undefined : await folderListing(listed, folder));
  const digest = held === undefined ? undefined : digestOf(`what it holds: ${held}`);
  return digest === undefined
    ? undefined
    : { ...describeOutcome(undefined, false, digestOf), digest, shapeDigest: digest };
}

function onlyPath(value: unknown): string | undefined {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const [[name, path] = ['', undefined], ...others] = fields;
  const isPath = others.length === 0 && typeof path === 'string' && suggests(name, 'path');
  return isPath ? path : undefined;
}

/** What a folder holds now, by the names in it and which of them are folders, as a digest; undefined for no folder. */
async function folderListing(path: string, folder: string | undefined): Promise<string | undefined> {
  const listed = folder === undefined ? undefined : pathIn(folder, path);
  try {
    const names: string[] = [];
    for await (const entry of listed === undefined ? [] : await promises.opendir(listed)) {
      if (names.push(entry.isDirectory() ? `${entry.name}/` : entry.name) > MOST_ENTRIES) {
        return undefined;
      }
    }
    return listed && digestOf(names.sort().join('\n'));
  } catch {
    return undefined;
  }
}

/** What the files that a call changes hold at this moment; none for a call that changes no file. Never rejects. */
export async function contentsAround(
  { tool, arguments: callArguments, folder }: Pick<HookCall, 'tool' | 'arguments' | 'folder'>,
  openText?: OpenText,
): Promise<FileContent[]> {
  const paths = folder === undefined ? [] : changedPaths(tool, parseArguments(callArguments), folder);
  return paths.length === 0 ? [] : contentsOf(paths, folder, openText);
}
