import { setTimeout as delay } from 'node:timers/promises';

const FIRST_MILLISECONDS = 5;
const MOST_MILLISECONDS = 50;

/**
 * Resolves once a process of this user has ended, or at the signal. No other sign of its end can be had of a process
 * that is no child; while it is looked for, this process may end.
 */
export async function waitForExit(pid: number, signal: AbortSignal): Promise<void> {
  let pauseMs = FIRST_MILLISECONDS;
  while (!signal.aborted && isRunning(pid)) {
    await delay(pauseMs, undefined, { ref: false });
    pauseMs = Math.min(pauseMs * 1.5, MOST_MILLISECONDS);
  }
}

/** Whether a process of this user, or with a number that another one has, is there. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
