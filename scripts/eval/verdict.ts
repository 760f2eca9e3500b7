/** What the labels say about a firing, pure. */
import type { Kind } from './dataSet';
import { groupBy } from './group';
import { key } from './score';
import type { Episode, Span } from './traces';

/** `open`: the label is unclear, or nobody has labelled this candidate. */
export type Verdict = 'right' | 'wrong' | 'open';

type Place = Pick<Span, 'source' | 'id'>;

export function verdicts(
  kind: Kind,
  episodes: readonly Episode[],
  candidates: readonly Span[],
): (session: Place, index: number) => Verdict {
  const labelled = groupBy(episodes, key);
  const found = groupBy(candidates, key);
  return (session, index) => {
    const own = labelled.get(key(session)) ?? [];
    const around = own.filter(({ start, end }) => index >= start && index <= end);
    if (own.some((episode) => isInLoop(episode, index))) {
      return 'right';
    }
    if (around.some(({ label }) => label === 'unclear')) {
      return 'open';
    }
    // The call after a candidate is the reaction to it.
    const isUnlabelled =
      around.length === 0 &&
      (found.get(key(session)) ?? []).some(({ start, end }) => index >= start && index <= end + 1);
    return kind === 'labelled' && isUnlabelled ? 'open' : 'wrong';
  };
}

/** The call after a loop is the reaction to its last answer. */
export function isInLoop({ label, from, to }: Episode, index: number): boolean {
  return label === 'stuck' && from !== null && to !== null && index >= from && index <= to + 1;
}
