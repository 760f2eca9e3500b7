import type { Conversation } from './conversation';
import { Evidence } from './detectors/evidence';
import { isIdleWait, silenceAfter, waitingOf } from './waiting';
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
  const earlier = lastLike(entry, history);
  // Equal ones are kept in memory once, and compared at once.
  entry.signature = earlier?.signature ?? entry.signature;
  const waiting = waitingOf(entry, history);
  entry.wait = waiting?.kind === 'waits' ? silenceAfter(waiting.before) : undefined;
  entry.excused = isExcused(entry, earlier) || undefined;
  const counted = history.every(counts) ? history : history.filter(counts);
  const moments = entry.moment === undefined ? undefined : history.filter(({ moment }) => moment !== undefined);
  const grouped = counted === window.entries ? window : undefined;
  const { tasks } = sinceMessage;
  return new Evidence(entry, counted, earlier === undefined, waiting, { agent, tasks, moments, grouped });
}

/** The identical call before, whenever that was. */
function lastLike({ key, signature }: WindowEntry, history: readonly WindowEntry[]): WindowEntry | undefined {
  for (let at = history.length - 1; at >= 0; at--) {
    const call = history[at];
    if (call !== undefined && call.key === key && call.signature === signature) {
      return call;
    }
  }
  return undefined;
}

function counts(entry: WindowEntry): boolean {
  return entry.moment === undefined && entry.excused !== true && !isIdleWait(entry);
}

/** The first repetition of a known call after a compaction, which took its answer away. */
function isExcused({ moment, compactions = 0 }: WindowEntry, earlier: WindowEntry | undefined): boolean {
  return moment === undefined && earlier !== undefined && (earlier.compactions ?? 0) < compactions;
}
