import { signsOf } from './callSigns';
import type { Conversation } from './conversation';
import { Evidence } from './detectors/evidence';
import { isIdleWait, silenceAfter, waitingOf } from './waiting';
import type { WindowEntry } from './window';
import type { WindowGlance } from './windowGlance';

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
  const { tasks } = shared.sinceMessage;
  const recentMs = nowMs - ttlSeconds * 1000;
  const glance = entry.moment === undefined ? window.glance(windowSize, ttlSeconds, nowMs) : undefined;
  const newest = glance?.newestOf(entry.key) ?? -1;
  if (glance !== undefined && newest < 0 && !mayWait(entry, glance)) {
    const beside = { agent, tasks, moments: undefined, recentMs, grouped: window, glance };
    return new Evidence(entry, window, true, undefined, beside);
  }
  const history = window.history(windowSize, ttlSeconds, nowMs);
  const earlier = glance !== undefined && newest < 0 ? undefined : lastLike(entry, history);
  // Equal ones are kept in memory once, and compared at once.
  entry.signature = earlier?.signature ?? entry.signature;
  const waiting =
    glance?.mayBeWaitedFor(entry.atMs) === false ? undefined : waitingOf(entry, history, shared.hasStarted);
  if (waiting?.isVain === true) {
    waiting.silent.forEach((call) => (call.wait = undefined));
  }
  entry.wait = waiting?.kind === 'waits' ? silenceAfter(waiting.before) : undefined;
  entry.excused = isExcused(entry, earlier) || undefined;
  entry.rush = earlier === undefined ? undefined : rushUpTo(entry, history.at(-1));
  const counted = glance !== undefined || history.every(counts) ? history : history.filter(counts);
  const moments = entry.moment === undefined ? undefined : history.filter(({ moment }) => moment !== undefined);
  const grouped = counted === window.entries ? window : undefined;
  return new Evidence(entry, counted, earlier === undefined, waiting, {
    agent,
    tasks,
    moments,
    recentMs,
    grouped,
    glance: undefined,
  });
}

/** Calls that begin sooner after each other are back to back: no time passes between them, nor in them. */
const BACK_TO_BACK_MS = 500;

function rushUpTo({ atMs }: WindowEntry, before: WindowEntry | undefined): number {
  return before !== undefined && Math.abs(atMs - before.atMs) < BACK_TO_BACK_MS ? (before.rush ?? 1) + 1 : 1;
}

/** Whether a call that was never made may wait for something, as far as a glance tells. */
function mayWait(entry: WindowEntry, glance: WindowGlance): boolean {
  if (glance.hasRunning || !glance.mayBeWaitedFor(entry.atMs)) {
    return glance.hasRunning;
  }
  const { asksToWait = 'no' } = glance.hasBlocked(entry) ? signsOf(entry) : {};
  return asksToWait !== 'no';
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
