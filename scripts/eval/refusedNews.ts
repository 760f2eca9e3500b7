/** How often a stop refuses a call whose recorded answer is no error and new in its session. */
import { writesBlock } from '../../src/engine/facts/fileChange';
import { type Firing, share, type Share } from './score';
import { recordedCalls } from './simulate';
import type { Session } from './traces';

export interface StoppedSession {
  readonly source: string;
  readonly id: string;
  readonly index: number;
  readonly detector: string;
  readonly first: boolean;
  readonly later: boolean;
}

/** A stop this close to the end costs a session nothing. */
const LAST_CALLS = 2;

export function stoppedSession(session: Session, firings: readonly Firing[]): StoppedSession | undefined {
  const [first, ...later] = firings.filter(({ severity }) => severity === 'block');
  if (first === undefined) {
    return undefined;
  }
  const { source, id, calls } = session;
  const news = callsWithNews(session);
  const end = calls.length - LAST_CALLS;
  return {
    source,
    id,
    index: first.index,
    detector: first.detector,
    first: news.has(first.index),
    later: later.some(({ index }) => index < end && news.has(index)),
  };
}

/** Calls with a known answer that is no error and new. If an agent writes the same text again, it isn't new. */
function callsWithNews(session: Session): ReadonlySet<number> {
  const seen = new Set<string>();
  const made = new Set<string>();
  const news = new Set<number>();
  recordedCalls(session).forEach(({ tool, arguments: value, outcome }, index) => {
    const call = JSON.stringify([tool, value]);
    if (outcome !== undefined && !seen.has(outcome.digest)) {
      seen.add(outcome.digest);
      if (outcome.kind !== 'failed' && !outcome.isError && !(made.has(call) && writesBlock(tool, value))) {
        news.add(index);
      }
    }
    made.add(call);
  });
  return news;
}

export const refusingNews = (stopped: readonly StoppedSession[], which: 'first' | 'later'): Share => ({
  hit: stopped.filter((session) => session[which]).length,
  of: stopped.length,
});

export function refusedNewsText(stopped: readonly StoppedSession[]): string {
  const [first, later] = (['first', 'later'] as const)
    .map((which) => refusingNews(stopped, which))
    .map((of) => `${of.hit} of ${of.of} (${(100 * share(of)).toFixed(1)}%)`);
  return `Stops that refuse something new: in sessions with a stop, the first one in ${first}, a later one in ${later}`;
}
