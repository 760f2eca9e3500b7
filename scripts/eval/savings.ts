/** How long labelled loops go on unguarded after the call at which the defaults would have ended them. */
import { key, median, type SessionFirings } from './score';
import type { Episode } from './traces';

export interface MedianRemainder {
  readonly loops: number;
  /** The refused call, and all later ones in the labelled episode. */
  readonly calls: number | undefined;
}

/** Of the stuck episodes with a blocked call, which may come right after one. */
export function medianRemainder(sessions: readonly SessionFirings[], episodes: readonly Episode[]): MedianRemainder {
  const bySession = new Map(sessions.map((session) => [key(session), session]));
  const remainders = episodes.flatMap((episode) => {
    const { from, to } = episode;
    if (from === null || to === null) {
      return [];
    }
    const first = bySession
      .get(key(episode))
      ?.firings.find(({ severity, index }) => severity === 'block' && index >= from && index <= to + 1);
    return first === undefined ? [] : [to - first.index + 1];
  });
  return { loops: remainders.length, calls: median(remainders) };
}
