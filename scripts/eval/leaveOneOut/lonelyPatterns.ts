/** Patterns that match in the sessions of only one source, and so were learned from it alone. */
import { PATTERN_SUBJECTS } from '../../patternSubjects';
import { textsFor } from '../patternTexts';
import type { Session } from '../traces';

/** @returns by fold, the IDs of rows that match nowhere else */
export function lonelyPatterns(
  sessions: readonly Session[],
  foldOf: (source: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const seenIn = new Map<string, Set<string>>();
  const rows = PATTERN_SUBJECTS.flatMap(({ patterns, reads }) =>
    patterns.rows.map(([id, { match }]) => {
      const seen = new Set<string>();
      seenIn.set(id, seen);
      return { reads, seen, once: new RegExp(match.source, match.flags.replace('g', '')) };
    }),
  );
  const kindsOfText = new Set(rows.map(({ reads }) => reads));
  for (const { source, calls } of sessions) {
    const fold = foldOf(source);
    for (const call of calls) {
      const open = rows.filter(({ seen }) => seen.size < 2 && !seen.has(fold));
      for (const reads of kindsOfText) {
        const asking = open.filter((row) => row.reads === reads);
        const texts = asking.length === 0 ? [] : textsFor(reads, call);
        asking.filter(({ once }) => texts.some((text) => once.test(text))).forEach(({ seen }) => seen.add(fold));
      }
    }
  }
  const lonely = new Map<string, string[]>();
  for (const [id, [fold, ...others]] of [...seenIn].map(([name, seen]) => [name, [...seen]] as const)) {
    if (fold !== undefined && others.length === 0) {
      lonely.set(fold, [...(lonely.get(fold) ?? []), id]);
    }
  }
  return lonely;
}
