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

const MOST_FILES = 8;
const MOST_BYTES = 1024 * 1024;

/** Undefined if the file isn't open in an editor. */
export type OpenText = (path: string) => string | undefined;

/** Digests; skips files outside `folder`, and large or unreadable ones. Never rejects. @param paths as in the call */
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
    // An empty file says nothing: one that couldn't be written yet looks the same.
    return text === undefined || text === '' ? undefined : { path, digest: digestOf(text) };
  } catch {
    return undefined;
  }
}

/** Undefined outside the folder where the session works. */
function pathIn(folder: string, path: string): string | undefined {
  const absolute = resolve(folder, path);
  const below = relative(resolve(folder), absolute);
  return below.startsWith('..') || isAbsolute(below) ? undefined : absolute;
}

async function readText(path: string): Promise<string | undefined> {
  // Opening a pipe in its place would wait.
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

/** Whether an answer that hooks don't get may be new, because a file or folder has changed. Never rejects. */
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

/** The current content of files that a call changes. Never rejects. */
export async function contentsAround(
  { tool, arguments: callArguments, folder }: Pick<HookCall, 'tool' | 'arguments' | 'folder'>,
  openText?: OpenText,
): Promise<FileContent[]> {
  const paths = folder === undefined ? [] : changedPaths(tool, parseArguments(callArguments), folder);
  return paths.length === 0 ? [] : contentsOf(paths, folder, openText);
}
