import { closest, distance } from 'fastest-levenshtein';

/** More characters than any name has, so that a long text costs no more. */
const READ_CHARACTERS = 100;

/** The known name that was probably meant: more than half of it was written as it is. Undefined if there is none. */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  const name = written.slice(0, READ_CHARACTERS);
  const near = closest(name, known);
  return distance(name, near) < Math.max(name.length, near.length) / 2 ? near : undefined;
}
