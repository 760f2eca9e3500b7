import { parseArguments } from '../../engine/values/canonical';
import type { FileContent } from '../../engine/facts/call';
import { changedPaths } from '../../engine/facts/callFacts';
import { contentsOf, type OpenText } from '../files/fileContents';
import type { HookCall } from '../wire/input';

/** What the files that a call changes hold at this moment; none for a call that changes no file. Never rejects. */
export async function contentsAround(
  { tool, arguments: callArguments, folder }: Pick<HookCall, 'tool' | 'arguments' | 'folder'>,
  openText?: OpenText,
): Promise<FileContent[]> {
  const paths = folder === undefined ? [] : changedPaths(tool, parseArguments(callArguments), folder);
  return paths.length === 0 ? [] : contentsOf(paths, folder, openText);
}
