import { stat } from 'node:fs/promises';
import { type Clock, SYSTEM_CLOCK } from './clock';
import { jsonIn } from '../files/jsonFields';
import { readTailSince } from '../logs/readTail';
import { readSessionEvent } from '../logs/copilot';

/**
 * It is written about 150 ms after VS Code is asked to cancel; a busy machine takes longer. The hook has to be answered
 * within five seconds, of which finding out that no other agent runs may have taken half.
 */
const LIMIT_MS = 1_500;
const INTERVAL_MS = 25;
const TAIL_BYTES = 128 * 1024;

/**
 * Begins to watch a session of Copilot's runtime for the end of its run. A run that is blocked a call before it has
 * been aborted asks its model once more, so whoever cancels it waits for this before answering the hook.
 * @param path the file with the session's events; undefined where it is not known
 * @returns a function that resolves to whether the runtime has written since that the run was aborted: as soon as it
 *   has, and after a second and a half at the latest; at once where the file cannot be read, or has gone
 */
export async function watchForAbort(
  path: string | undefined,
  clock: Clock = SYSTEM_CLOCK,
): Promise<() => Promise<boolean>> {
  let since = 0;
  try {
    since = path === undefined ? 0 : (await stat(path)).size;
  } catch (error) {
    // The runtime creates it some 100 ms after the first calls of a session, so that a fast loop can be stopped before.
    if (!isMissing(error)) {
      return () => Promise.resolve(false);
    }
  }
  return () => (path === undefined ? Promise.resolve(false) : waitForAbort(path, since, clock));
}

async function waitForAbort(path: string, since: number, clock: Clock): Promise<boolean> {
  const endMs = clock.now() + LIMIT_MS;
  let readTo = since;
  while (clock.now() < endMs) {
    try {
      const { text, endOfLines } = await readTailSince(path, readTo, TAIL_BYTES);
      // The whole lines are not read again; the last one may be half written.
      readTo = endOfLines;
      if (text.split('\n').some((line) => readSessionEvent(jsonIn(line))?.kind === 'abort')) {
        return true;
      }
    } catch (error) {
      if (since > 0 || !isMissing(error)) {
        return false;
      }
    }
    await clock.pause(INTERVAL_MS);
  }
  return false;
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
