import { ANSWERED, PACKED } from './callFlags';
import type { CallRows } from './callRows';
import { KEY } from './rowFields';
import type { WindowEntry } from './window';

/**
 * A call that comes sooner after a result is no reaction to it: the model decided on both before. In recorded sessions,
 * 41 of 42,000 calls that began an answer came sooner, all in one agent with very fast models. Of 3,000 calls that
 * followed another one of their answer, 2,000 did.
 */
const LEAST_REACTION_MS = 1_000;

/** At most so many calls are taken for one answer: 99% of the recorded ones have no more, and fast models exist. */
const MOST_CALLS = 8;

/**
 * Whether a call belongs to the answer of the model that the newest round stands for, where only the time can tell: it
 * asks for something else than the calls there, and comes too soon to be a reaction to one of their results. An
 * identical call is never told by time: an agent may be fast.
 * @param key see `WindowEntry.key`
 */
export function isOfNewestRound(rows: CallRows, round: number, key: number, atMs: number): boolean {
  let heardMs = Number.NEGATIVE_INFINITY;
  let at = rows.length - 1;
  for (; at >= 0 && rows.round(at) === round; at--) {
    if (rows.column(at, KEY) === key || isMoment(rows, at)) {
      return false;
    }
    // An answer whose time nobody knows may have come long ago.
    heardMs = Math.max(heardMs, rows.is(at, ANSWERED) ? rows.doneMs(at) : rows.atMs(at));
  }
  const calls = rows.length - 1 - at;
  return calls > 0 && calls < MOST_CALLS && atMs - heardMs < LEAST_REACTION_MS;
}

/** Moments have no results, so they are never packed. */
function isMoment(rows: CallRows, at: number): boolean {
  return !rows.is(at, PACKED) && (rows.held(at) as WindowEntry).moment !== undefined;
}
