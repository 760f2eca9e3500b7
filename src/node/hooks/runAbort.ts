import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { jsonIn } from '../files/jsonFields';
import { newLines } from '../files/newLines';
import { readSessionEvent } from '../logs/copilot';
import { type Clock, SYSTEM_CLOCK } from './clock';

/**
 * It is written about 150 ms after VS Code is asked to cancel; a busy machine takes longer. The hook has to be answered
 * within five seconds, of which finding out that no other agent runs may have taken half.
 */
const LIMIT_MS = 1_500;
const INTERVAL_MS = 25;

/**
 * Begins to watch a session of Copilot's runtime for the end of its run. A run that is blocked a call before it has
 * been aborted asks its model once more, so whoever cancels it waits for this before answering the hook.
 * @param path the file with the session's events; undefined where it is not known
 * @returns a function that resolves to whether the runtime has written since that the run was aborted: as soon as it
 *   has, and after a second and a half at the latest; at once where the file has gone
 */
export async function watchForAbort(
  path: string | undefined,
  clock: Clock = SYSTEM_CLOCK,
): Promise<() => Promise<boolean>> {
  // The runtime creates it some 100 ms after the first calls of a session, so that a fast loop can be stopped before.
  const { size: sizeBefore } = await stat(path ?? '').catch(() => ({ size: 0 }));
  const reader = { offset: sizeBefore };
  return async () => {
    const endMs = clock.now() + LIMIT_MS;
    while (path !== undefined && clock.now() < endMs && (sizeBefore === 0 || existsSync(path))) {
      if (newLines(path, reader).some((line) => readSessionEvent(jsonIn(line))?.kind === 'abort')) {
        return true;
      }
      await clock.pause(INTERVAL_MS);
    }
    return false;
  };
}
