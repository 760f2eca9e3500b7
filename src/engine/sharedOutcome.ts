import type { RecordedOutcome, WindowEntry } from './window';

/** How many of the newest calls are looked at: more than the steps of a cycle. */
const LOOKED_AT = 8;

/**
 * The outcome as one of the newest calls holds it, if one of them was answered the same: equal ones are kept in memory
 * once, and whether two calls of a loop were answered the same is seen without comparing digests.
 */
export function sharedOutcome(outcome: RecordedOutcome, entries: readonly WindowEntry[]): RecordedOutcome {
  for (let at = entries.length - 1; at >= Math.max(0, entries.length - LOOKED_AT); at--) {
    const known = entries[at]?.outcome;
    if (known !== undefined && isSame(known, outcome)) {
      return known;
    }
  }
  return outcome;
}

function isSame(a: RecordedOutcome, b: RecordedOutcome): boolean {
  return (
    a.digest === b.digest &&
    a.shapeDigest === b.shapeDigest &&
    a.length === b.length &&
    a.lines === b.lines &&
    a.isError === b.isError &&
    a.kind === b.kind &&
    a.causeDigest === b.causeDigest &&
    a.life === b.life &&
    a.running?.join() === b.running?.join()
  );
}
