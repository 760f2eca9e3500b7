import { parseArguments } from '../../engine/values/canonical';
import { suggests } from '../../engine/facts/patterns/fieldNames';
import { readingOf } from '../../engine/facts/lineSpan';
import { describeOutcome } from '../../engine/facts/outcome';
import type { FileContent, RecordedOutcome } from '../../engine/facts/call';
import { contentsOf, type OpenText } from '../files/fileContents';
import { digestOf } from '../files/hash';
import type { HookCall } from '../wire/input';
import { promises } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { changedPaths } from '../../engine/facts/callFacts';

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

/** The path that a call names, where it says nothing else. */
function onlyPath(value: unknown): string | undefined {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const [[name, path] = ['', undefined], ...others] = fields;
  const isPath = others.length === 0 && typeof path === 'string' && suggests(name, 'path');
  return isPath ? path : undefined;
}

/**
 * What a folder holds now, by the names in it and which of them are folders, as a digest. Never rejects.
 * @param path as a call names it
 * @param folder where the session works; folders outside of it are not looked at
 * @returns undefined for all that is no such folder
 */
async function folderListing(path: string, folder: string | undefined): Promise<string | undefined> {
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

/** What the files that a call changes hold at this moment; none for a call that changes no file. Never rejects. */
export async function contentsAround(
  { tool, arguments: callArguments, folder }: Pick<HookCall, 'tool' | 'arguments' | 'folder'>,
  openText?: OpenText,
): Promise<FileContent[]> {
  const paths = folder === undefined ? [] : changedPaths(tool, parseArguments(callArguments), folder);
  return paths.length === 0 ? [] : contentsOf(paths, folder, openText);
}
