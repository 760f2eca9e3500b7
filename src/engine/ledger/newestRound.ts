import type { WindowEntry } from './entry';

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
 */
export function isOfNewestRound(
  entries: readonly WindowEntry[],
  round: number,
  signature: string,
  atMs: number,
): boolean {
  const calls = entries.slice(entries.findLastIndex((entry) => entry.round !== round) + 1);
  if (calls.some((call) => call.signature === signature || call.moment !== undefined)) {
    return false;
  }
  const lastMs = Math.max(...calls.map(heardMs));
  return calls.length > 0 && calls.length < MOST_CALLS && atMs - lastMs < LEAST_REACTION_MS;
}

/** When the agent heard of a call last. An answer whose time nobody knows may have come long ago. */
function heardMs({ outcome, atMs, doneMs = Number.NaN }: WindowEntry): number {
  return outcome === undefined ? atMs : doneMs;
}
