import { promises } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { AskedCall, Harness, RawInput } from '../wire/harness';
import { isJsonObject, jsonIn } from '../files/jsonFields';
import { readTail } from './readTail';

/** How much of the end of a session's file is searched: the answer with the call is among its last lines. */
const NEAR_BYTES = 128 * 1024;
const TAIL_BYTES = 512 * 1024;

/** So many lines are read: of an answer with dozens of calls, each call and each result is one. */
const MOST_LINES = 200;

/** What is asked for may not be written yet: so often, and after so long, the file is looked at again. */
const MORE_LOOKS = 3;
const LOOK_AGAIN_MS = 20;

/** Waits before the file is looked at again. */
export type Pause = (ms: number) => Promise<unknown>;

/**
 * Looks for something at the end of the file that an agent writes of its session.
 * @param find gets the end of the file, whose first line may be cut
 * @returns undefined where the file does not tell, or not yet; never throws
 */
export async function findInSession<Found>(
  { fileOfAgent, folderOfAgents }: Pick<Harness, 'fileOfAgent' | 'folderOfAgents'>,
  { transcriptPath, ...call }: AskedCall,
  find: (tail: string) => Found | undefined,
  pause: Pause = setTimeout,
): Promise<Found | undefined> {
  if (transcriptPath === undefined) {
    return undefined;
  }
  try {
    const folder = folderOfAgents?.({ ...call, transcriptPath });
    const file = fileOfAgent?.({ ...call, transcriptPath }) ?? transcriptPath;
    const path = folder === undefined ? file : await newestOf(file, folder);
    for (let looks = 0, searched = 0; ; looks++) {
      const { size } = await promises.stat(path);
      for (const bytes of size === searched ? [] : size <= NEAR_BYTES ? [NEAR_BYTES] : [NEAR_BYTES, TAIL_BYTES]) {
        const found = find(await readTail(path, bytes));
        if (found !== undefined) {
          return found;
        }
      }
      searched = size;
      if (looks === MORE_LOOKS) {
        return undefined;
      }
      await pause(LOOK_AGAIN_MS);
    }
  } catch {
    // There is no such file yet, or it is none.
    return undefined;
  }
}

/** A file, or one in a folder that was written to later. */
async function newestOf(file: string, folder: string): Promise<string> {
  const names = await promises.readdir(folder).catch((): string[] => []);
  const files = [file, ...names.map((name) => join(folder, name))];
  const times = await Promise.all(files.map(async (path) => ({ path, atMs: (await promises.stat(path)).mtimeMs })));
  return times.reduce((newest, each) => (each.atMs > newest.atMs ? each : newest)).path;
}

/**
 * The latest lines from the last to the first, parsed when they are asked for; those that are no objects are left out.
 * @param sign what stands in each line of interest
 */
export function* linesIn(text: string, sign = ''): Generator<RawInput> {
  let read = 0;
  for (let start = text.length; start > 0 && read < MOST_LINES;) {
    // What begins otherwise is skipped at once: blank lines may be without end.
    start = text.lastIndexOf('\n{', start - 1);
    const end = text.indexOf('\n', start + 1);
    const line = text.slice(start + 1, end < 0 ? undefined : end);
    if (line.includes(sign)) {
      read += 1;
      // The first line of the tail may be cut, the last one half written.
      const value = jsonIn(line);
      if (isJsonObject(value)) {
        yield value;
      }
    }
  }
}
