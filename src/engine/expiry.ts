import type { CallRows } from './callRows';
import type { WindowEntry } from './window';

/** Whether a moment is older than the TTL, or dated far ahead by a clock that was set back since. */
export function isExpired(atMs: number, nowMs: number, ttlSeconds: number): boolean {
  return Math.abs(nowMs - atMs) > ttlSeconds * 1000;
}

/** Whether a call no longer counts. Its age begins with its answer: a wait of minutes would forget itself otherwise. */
export function isCallExpired({ atMs, doneMs }: WindowEntry, nowMs: number, ttlSeconds: number): boolean {
  return isExpired(doneMs ?? atMs, nowMs, ttlSeconds);
}

/**
 * How many of the oldest calls have expired.
 * @returns undefined if calls after one that still counts have expired, too
 */
export function expiredFirst(rows: CallRows, nowMs: number, ttlSeconds: number): number | undefined {
  let expired = 0;
  for (let at = 0; at < rows.length; at++) {
    const doneMs = rows.doneMs(at);
    if (isExpired(Number.isNaN(doneMs) ? rows.atMs(at) : doneMs, nowMs, ttlSeconds)) {
      if (expired < at) {
        return undefined;
      }
      expired += 1;
    }
  }
  return expired;
}
