import type { WindowEntry } from './entry';

/** Whether a moment is older than the TTL, or dated far ahead by a clock that was set back since. */
export function isExpired(atMs: number, nowMs: number, ttlSeconds: number): boolean {
  return Math.abs(nowMs - atMs) > ttlSeconds * 1000;
}

/**
 * How many of the oldest calls no longer count: those before the last pause that was longer than the TTL. A pause lasts
 * from the newest answer until the next call, so the time that a tool takes is none. A clock that was set back by more
 * than the TTL is a pause, too.
 */
export function callsBeforePause(entries: readonly WindowEntry[], nowMs: number, ttlSeconds: number): number {
  const ttlMs = ttlSeconds * 1000;
  let before = 0;
  let lastMs = -Infinity;
  let answeredMs = Infinity;
  for (let at = 0; at <= entries.length; at++) {
    const { atMs, doneMs = atMs }: Pick<WindowEntry, 'atMs' | 'doneMs'> = entries[at] ?? { atMs: nowMs };
    if (atMs - answeredMs > ttlMs || lastMs - atMs > ttlMs) {
      before = at;
      answeredMs = Infinity;
    }
    answeredMs = answeredMs === Infinity ? doneMs : Math.max(answeredMs, doneMs);
    lastMs = atMs;
  }
  return before;
}
