import type { CallRows } from './callRows';

/** Whether a moment is older than the TTL, or dated far ahead by a clock that was set back since. */
export function isExpired(atMs: number, nowMs: number, ttlSeconds: number): boolean {
  return Math.abs(nowMs - atMs) > ttlSeconds * 1000;
}

/**
 * How many of the oldest calls no longer count: those before the last pause that was longer than the TTL. A pause lasts
 * from the newest answer until the next call, so the time that a tool takes is none. A clock that was set back by more
 * than the TTL is a pause, too.
 */
export function callsBeforePause(rows: CallRows, nowMs: number, ttlSeconds: number): number {
  const ttlMs = ttlSeconds * 1000;
  const { length } = rows;
  let before = 0;
  let lastMs = Number.NaN;
  let answeredMs = Number.NaN;
  for (let at = 0; at <= length; at++) {
    const atMs = at < length ? rows.atMs(at) : nowMs;
    if (atMs - answeredMs > ttlMs || lastMs - atMs > ttlMs) {
      before = at;
      answeredMs = Number.NaN;
    }
    if (at < length) {
      const doneMs = rows.doneMs(at);
      const endMs = Number.isNaN(doneMs) ? atMs : doneMs;
      answeredMs = answeredMs > endMs ? answeredMs : endMs;
      lastMs = atMs;
    }
  }
  return before;
}
