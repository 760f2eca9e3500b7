import type { Moment } from '../facts/moment';
import type { Evidence } from '../ledger/evidence';
import type { Pattern, Row } from './detector';

/**
 * Checks a moment by how many of its kind came in a row with nothing new in between.
 * @returns undefined for another kind, and for too few
 */
export function momentsInRow(
  { candidate, moments }: Evidence,
  kind: Moment,
  likely: number,
  certain: number,
): (Omit<Pattern, 'rule' | 'atCeiling'> & Row) | undefined {
  const { moment, momentsInRow: times = 0 } = candidate;
  const certainty = times >= certain ? 'certain' : times >= likely ? 'likely' : undefined;
  if (moment !== kind || certainty === undefined) {
    return undefined;
  }
  // Earlier ones may have left the window; they count all the same.
  const row = moments.filter((earlier) => earlier.moment === kind).slice(1 - times);
  return {
    certainty,
    count: times,
    factor: 1,
    row,
    results: 'unknown',
  };
}
