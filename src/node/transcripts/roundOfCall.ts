import { promises } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { AskedCall, Harness } from '../wire/harness';
import { readTail } from './readTail';

/** How much of the end of a session's file is searched: the answer with the call is among its last lines. */
const TAIL_BYTES = 512 * 1024;

/** A call may be asked about before its line is written: so often, and after so long, the file is looked at again. */
const MORE_LOOKS = 3;
const LOOK_AGAIN_MS = 20;

/**
 * A name for the answer of the model that a call is part of: calls with the same name were made at the same time.
 * @returns undefined where the harness and its file do not tell, or not yet; never throws
 */
export async function roundOfCall(
  { roundIn, fileOfAgent, folderOfAgents }: Harness,
  call: AskedCall,
  pause: (ms: number) => Promise<unknown> = setTimeout,
): Promise<string | undefined> {
  const { answerId, callId, transcriptPath } = call;
  if (answerId !== undefined || roundIn === undefined || transcriptPath === undefined) {
    return answerId;
  }
  try {
    const folder = folderOfAgents?.({ ...call, transcriptPath });
    const file = fileOfAgent?.({ ...call, transcriptPath }) ?? transcriptPath;
    const path = folder === undefined ? file : await newestOf(file, folder);
    for (let looks = 0; ; looks++) {
      const round = roundIn(linesIn(await readTail(path, TAIL_BYTES)), callId);
      if (round !== undefined || looks === MORE_LOOKS) {
        return round;
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
