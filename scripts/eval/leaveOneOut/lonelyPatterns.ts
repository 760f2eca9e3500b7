/** Patterns that match in the sessions of only one source, and so were learned from it alone. */
import { groupBy } from '../group';
import { watching } from '../patternRows';
import { simulate } from '../simulate';
import type { Session } from '../traces';

/** @returns by fold, the IDs of rows that match nowhere else */
export function lonelyPatterns(
  sessions: readonly Session[],
  foldOf: (source: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const foldsWith = new Map<string, Set<string>>();
  for (const session of sessions) {
    for (const id of watching(() => simulate(session)).matched) {
      foldsWith.set(id, (foldsWith.get(id) ?? new Set()).add(foldOf(session.source)));
    }
  }
  const lonely = [...foldsWith].filter(([, { size }]) => size === 1).map(([id, [fold = '']]) => ({ id, fold }));
  const byFold = [...groupBy(lonely, ({ fold }) => fold)];
  return new Map(byFold.map(([fold, rows]) => [fold, rows.map(({ id }) => id)]));
}
