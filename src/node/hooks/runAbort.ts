import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { jsonIn } from '../files/jsonFields';
import { newLines } from '../files/newLines';
import { readSessionEvent } from '../logs/copilot';
import { type Clock, SYSTEM_CLOCK } from './clock';

/**
 * The event is written about 150 ms after VS Code is asked to cancel; a busy machine takes longer. The hook must be
 * answered within five seconds, and checking that no other agent runs may have taken half of that.
 */
const LIMIT_MS = 1_500;
const INTERVAL_MS = 25;

/**
 * Begins to watch a session of Copilot's runtime for the end of its run. If a call is blocked before its run is
 * aborted, the model is asked once more, so code that cancels a run waits for this before it answers the hook.
 * @returns whether the abort was recorded since; after 1.5 seconds at the latest, at once if the file is gone
 */
export async function watchForAbort(
  path: string | undefined,
  clock: Clock = SYSTEM_CLOCK,
): Promise<() => Promise<boolean>> {
  // The runtime creates it some 100 ms after a session's first calls, so a fast loop can be stopped before.
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
