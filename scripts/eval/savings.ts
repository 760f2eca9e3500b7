/** What came after the call at which the defaults would have ended a labelled loop: how long loops last unguarded. */
import { key, type SessionFirings } from './score';
import type { Episode, Session } from './traces';

export interface Remainder {
  /** The refused call, and all later ones in the labelled episode. */
  readonly calls: number;
  /** Answers of the model after the one with the refused call; parallel calls are one answer. */
  readonly requests: number;
}

/** One for each stuck episode with a blocked call, which may come right after it. In the order of the episodes. */
export function remainders(
  sessions: readonly (SessionFirings & { readonly turns: readonly number[] })[],
  episodes: readonly Episode[],
): Remainder[] {
  const bySession = new Map(sessions.map((session) => [key(session), session]));
  return episodes.flatMap((episode) => {
    const session = bySession.get(key(episode));
    const { from, to } = episode;
    if (session === undefined || from === null || to === null) {
      return [];
    }
    const first = session.firings.find(
      ({ severity, index }) => severity === 'block' && index >= from && index <= to + 1,
    );
    return first === undefined
      ? []
      : [
          {
            calls: to - first.index + 1,
            requests: Math.max(0, new Set(session.turns.slice(first.index, to + 1)).size - 1),
          },
        ];
  });
}

export function turnsOf({ calls }: Session): number[] {
  return calls.map(({ turn }) => turn);
}

export interface MedianRemainder {
  readonly loops: number;
  readonly calls: number;
}

export function medianRemainder(all: readonly Remainder[]): MedianRemainder {
  return {
    loops: all.length,
    calls: median(all.map(({ calls }) => calls)),
  };
}

/** In words; `core/metrics/conversationMetrics.ts` uses the median of calls. */
export function savingsText(all: readonly Remainder[]): string {
  const line = (name: string, values: readonly number[]): string =>
    `${name}: median ${median(values)}, mean ` +
    `${(values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)).toFixed(1)}, most ` +
    `${Math.max(...values)}`;
  return [
    `Loops ended by the defaults: ${all.length}. To the end of the loop:`,
    line(
      'Calls, the refused one included',
      all.map(({ calls }) => calls),
    ),
    line(
      'Model requests after it',
      all.map(({ requests }) => requests),
    ),
  ].join('\n');
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}
