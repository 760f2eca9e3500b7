import { promises } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { AskedCall, Harness, RawInput } from '../wire/harness';
import { readTail } from './readTail';

/** How much of the end of a session's file is searched: the answer with the call is among its last lines. */
const TAIL_BYTES = 512 * 1024;

/** What is asked for may not be written yet: so often, and after so long, the file is looked at again. */
const MORE_LOOKS = 3;
const LOOK_AGAIN_MS = 20;

/** Waits before the file is looked at again. */
export type Pause = (ms: number) => Promise<unknown>;

/**
 * Looks for something at the end of the file that an agent writes of its session.
 * @param find gets the lines from the last to the first
 * @returns undefined where the file does not tell, or not yet; never throws
 */
export async function findInSession<Found>(
  { fileOfAgent, folderOfAgents }: Pick<Harness, 'fileOfAgent' | 'folderOfAgents'>,
  { transcriptPath, ...call }: AskedCall,
  find: (lines: Iterable<RawInput>) => Found | undefined,
  pause: Pause = setTimeout,
): Promise<Found | undefined> {
  if (transcriptPath === undefined) {
    return undefined;
  }
  try {
    const folder = folderOfAgents?.({ ...call, transcriptPath });
    const file = fileOfAgent?.({ ...call, transcriptPath }) ?? transcriptPath;
    const path = folder === undefined ? file : await newestOf(file, folder);
    for (let looks = 0; ; looks++) {
      const found = find(linesIn(await readTail(path, TAIL_BYTES)));
      if (found !== undefined || looks === MORE_LOOKS) {
        return found;
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

/** The lines from the last to the first, parsed when they are asked for; those that are no objects are left out. */
function* linesIn(text: string): Generator<Readonly<Record<string, unknown>>> {
  for (const line of text.split('\n').toReversed()) {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      // The first line of the tail may be cut, the last one half written.
      continue;
    }
    if (typeof value === 'object' && value !== null) {
      yield value as Readonly<Record<string, unknown>>;
    }
  }
}
