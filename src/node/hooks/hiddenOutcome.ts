import { parseArguments } from '../../engine/values/canonical';
import { suggests } from '../../engine/facts/patterns/fieldNames';
import { readingOf } from '../../engine/facts/lineSpan';
import { describeOutcome } from '../../engine/facts/outcome';
import type { RecordedOutcome } from '../../engine/facts/call';
import { contentsOf, type OpenText } from '../files/fileContents';
import { folderListing } from '../files/folderListing';
import { digestOf } from '../files/hash';
import type { HookCall } from '../wire/input';

const LISTING_NAME = /list|dir|tree|\bls\b/i;

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
