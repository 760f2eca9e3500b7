import type { Conversation } from './conversation';
import { Evidence } from './detectors/evidence';
import { isIdleWait, silenceAfter, waitingOf } from './waiting';
import type { WindowEntry } from './window';

/** Which of the calls in the window a new one is judged by. */
export interface Reach {
  readonly windowSize: number;
  readonly ttlSeconds: number;
  readonly nowMs: number;
}

/**
 * What a call is judged by. Waits without news, moments, and known calls made once more after a compaction do not
 * count.
 * Side effect: the entry says what was found out of it on the way, and waits that turn out to be none count again.
 */
export function evidenceOf(entry: WindowEntry, reach: Reach, conversation: Conversation): Evidence {
  const { agent, window, shared } = conversation;
  const { windowSize, ttlSeconds, nowMs } = reach;
  const history = window.history(windowSize, ttlSeconds, nowMs);
  const earlier = history.findLast(({ signature }) => signature === entry.signature);
  const waiting = waitingOf(entry, history, shared.hasStarted);
  if (waiting?.isVain === true) {
    waiting.silent.forEach((call) => (call.wait = undefined));
  }
  entry.wait = waiting?.kind === 'waits' ? silenceAfter(waiting.before) : undefined;
  entry.excused = isExcused(entry, earlier) || undefined;
  entry.rush = earlier === undefined ? undefined : rushUpTo(entry, history.at(-1));
  return new Evidence(entry, history.filter(counts), waiting, {
    agent,
    tasks: shared.sinceMessage.tasks,
    moments: history.filter(({ moment }) => moment !== undefined),
    recentMs: nowMs - ttlSeconds * 1000,
  });
}

/** Calls that begin sooner after each other are back to back: no time passes between them, nor in them. */
const BACK_TO_BACK_MS = 500;

function rushUpTo({ atMs }: WindowEntry, before: WindowEntry | undefined): number {
  return before !== undefined && Math.abs(atMs - before.atMs) < BACK_TO_BACK_MS ? (before.rush ?? 1) + 1 : 1;
}

function counts(entry: WindowEntry): boolean {
  return entry.moment === undefined && entry.excused !== true && !isIdleWait(entry);
}

/** The first repetition of a known call after a compaction, which took its answer away. */
function isExcused({ moment, compactions = 0 }: WindowEntry, earlier: WindowEntry | undefined): boolean {
  return moment === undefined && earlier !== undefined && (earlier.compactions ?? 0) < compactions;
}
