/** The score of labelled spans, pure. */
import { groupBy } from './group';
import type { Episode, Span } from './traces';

/** `hint`: only for the model; `warn`: also for the user; `block`: the call doesn't run. */
export type Severity = 'hint' | 'warn' | 'block';

export const FROM_MILD_TO_STRICT: readonly Severity[] = ['hint', 'warn', 'block'];

export const isAtLeast = (fired: Severity, severity: Severity): boolean =>
  FROM_MILD_TO_STRICT.indexOf(fired) >= FROM_MILD_TO_STRICT.indexOf(severity);

export interface Firing {
  readonly index: number;
  readonly severity: Severity;
  readonly detector: string;
}

export interface SessionFirings {
  readonly source: string;
  readonly id: string;
  readonly calls: number;
  readonly firings: readonly Firing[];
}

export interface Share {
  readonly hit: number;
  readonly of: number;
}

export interface Score {
  readonly recall: Share;
  /** Median distance of the first firing from the call at which an expert is sure; undefined if nothing was found. */
  readonly delay: number | undefined;
  readonly saved: number;
  readonly hard: Share;
  readonly cleanFirings: number;
  readonly cleanCalls: number;
  readonly byKind: ReadonlyMap<string, Share>;
  readonly missed: readonly Episode[];
  readonly falseAlarms: readonly Episode[];
}

export const share = ({ hit, of }: Share): number => (of === 0 ? 0 : hit / of);

export const perThousandClean = (score: Score): number =>
  score.cleanCalls === 0 ? 0 : (1000 * score.cleanFirings) / score.cleanCalls;

const hardLabels = new Set(['progress', 'polling', 'parallel']);
const mayBeLoop = new Set(['stuck', 'unclear']);

export const key = (at: { source: string; id: string }): string => `${at.source}\0${at.id}`;

function median(values: readonly number[]): number | undefined {
  if (values.length === 0) {
    return undefined;
  }
  const sorted = [...values].sort((a, b) => a - b);
  const [low = 0, high = low] = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return (low + high) / 2;
}

/**
 * Counts firings of at least this severity. An episode that was read because a detector fired there is neither a loop
 * nor a hard case; if it is or may be a loop, its calls aren't clean.
 */
export function score(
  sessions: readonly SessionFirings[],
  episodes: readonly Episode[],
  candidates: readonly Span[],
  severity: Severity,
): Score {
  const counted = new Map<string, number[]>();
  for (const session of sessions) {
    const indexes = session.firings.filter((firing) => isAtLeast(firing.severity, severity)).map((f) => f.index);
    counted.set(
      key(session),
      [...new Set(indexes)].sort((a, b) => a - b),
    );
  }
  const firstIn = (at: { source: string; id: string }, from: number, to: number): number | undefined =>
    counted.get(key(at))?.find((index) => index >= from && index <= to);

  const byKind = new Map<string, { hit: number; of: number }>();
  const recall = { hit: 0, of: 0 };
  const hard = { hit: 0, of: 0 };
  const delays: number[] = [];
  const missed: Episode[] = [];
  const falseAlarms: Episode[] = [];
  let saved = 0;
  let savable = 0;
  for (const episode of episodes) {
    if (!counted.has(key(episode)) || episode.found === 'firing') {
      continue;
    }
    if (hardLabels.has(episode.label)) {
      hard.of++;
      if (firstIn(episode, episode.start, episode.end) !== undefined) {
        hard.hit++;
        falseAlarms.push(episode);
      }
    }
    if (episode.label !== 'stuck') {
      continue;
    }
    const { from, to, since } = episode as { from: number; to: number; since: number };
    const kind = byKind.get(episode.kind ?? '') ?? { hit: 0, of: 0 };
    byKind.set(episode.kind ?? '', kind);
    kind.of++;
    recall.of++;
    savable += to - since + 1;
    const first = firstIn(episode, from, to + 1);
    if (first === undefined) {
      missed.push(episode);
      continue;
    }
    kind.hit++;
    recall.hit++;
    delays.push(first - since);
    saved += Math.max(0, to - Math.max(first, since) + 1);
  }

  const foundLoops = episodes.filter(({ found, label }) => found === 'firing' && mayBeLoop.has(label));
  const spans = groupBy([...candidates, ...foundLoops], key);
  let cleanCalls = 0;
  let cleanFirings = 0;
  for (const session of sessions) {
    // A rule that saw a span's last result fires at the call after it.
    const dirty = new Set<number>();
    for (const span of spans.get(key(session)) ?? []) {
      for (let index = span.start; index <= span.end + 1; index++) {
        if (index < session.calls) {
          dirty.add(index);
        }
      }
    }
    cleanCalls += session.calls - dirty.size;
    cleanFirings += (counted.get(key(session)) ?? []).filter((index) => !dirty.has(index)).length;
  }
  return {
    recall,
    delay: median(delays),
    saved: savable === 0 ? 0 : saved / savable,
    hard,
    cleanFirings,
    cleanCalls,
    byKind,
    missed,
    falseAlarms,
  };
}
