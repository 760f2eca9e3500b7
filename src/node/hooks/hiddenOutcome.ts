import { parseArguments } from '../../engine/canonical';
import { readingOf } from '../../engine/lineSpan';
import { describeOutcome } from '../../engine/outcome';
import type { RecordedOutcome } from '../../engine/window';
import { contentsOf, type OpenText } from '../files/fileContents';
import { digestOf } from '../files/hash';
import type { HookCall } from './input';

/**
 * What is known of the answer to a call that reads a file, where the harness keeps it from hooks: whether it can be
 * another one than before, because the file holds something else now. Never rejects.
 * @returns undefined for other calls, and for files that cannot be looked at
 */
export async function hiddenOutcome(
  { tool, arguments: callArguments, folder }: Pick<HookCall, 'tool' | 'arguments' | 'folder'>,
  openText?: OpenText,
): Promise<RecordedOutcome | undefined> {
  const path = readingOf(tool, parseArguments(callArguments))?.path;
  const [content] = path !== undefined ? await contentsOf([path], folder, openText) : [];
  const digest = content === undefined ? undefined : digestOf(`what the file holds: ${content.digest}`);
  return digest === undefined
    ? undefined
    : { ...describeOutcome(undefined, false, digestOf), digest, shapeDigest: digest };
}
