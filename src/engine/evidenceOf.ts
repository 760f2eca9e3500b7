import type { Conversation } from './conversation';
import { Evidence } from './detectors/evidence';
import { silenceAfter, waitingOf, withoutIdleWaits } from './waiting';
import type { WindowEntry } from './window';

/**
 * What a call is judged by. Waits without news, moments, and known calls made once more after a compaction do not
 * count.
 * Side effect: the entry says what was found out of it on the way.
 *
 * @param history the calls that the window gives, oldest first
 */
export function evidenceOf(
  entry: WindowEntry,
  history: readonly WindowEntry[],
  { agent, window, shared: { sinceMessage } }: Conversation,
): Evidence {
  const waiting = waitingOf(entry, history);
  entry.wait = waiting?.kind === 'waits' ? silenceAfter(waiting.before) : undefined;
  entry.excused = isExcused(entry, history) || undefined;
  const counted = withoutIdleWaits(history.every(counts) ? history : history.filter(counts));
  const moments = entry.moment === undefined ? undefined : history.filter(({ moment }) => moment !== undefined);
  const { tasks } = sinceMessage;
  const rounds = counted === window.entries ? window.rounds : undefined;
  return new Evidence(entry, counted, !window.hasAsked(entry.signature), waiting, { agent, tasks, moments, rounds });
}

function counts(entry: WindowEntry): boolean {
  return entry.moment === undefined && entry.excused !== true;
}

/** The first repetition of a known call after a compaction, which took its answer away. */
function isExcused({ signature, moment, compactions = 0 }: WindowEntry, history: readonly WindowEntry[]): boolean {
  if (compactions === 0 || moment !== undefined) {
    return false;
  }
  const before = history.findLast((earlier) => earlier.signature === signature);
  return before !== undefined && (before.compactions ?? 0) < compactions;
}
