import { canonicalTextOf } from '../canonical';
import type { WindowEntry } from '../window';

/** The share of common words from which on a call is another attempt at the same, not another way. */
const ALIKE = 0.5;

/** How much of the arguments is compared, in characters of JSON. */
const COMPARED_CHARACTERS = 4000;

const WORD = /[\p{L}\p{N}_]+/gu;

/** Whether a call attempts what another one did: the identical call, or one that shares most of its words. */
export function isAlike(a: WindowEntry, b: WindowEntry, share = ALIKE): boolean {
  return a.signature === b.signature || sharedWords(a.argumentsValue, b.argumentsValue) >= share;
}

/** Shared words over the words of the one that has more. Arguments that are not kept cannot be told apart. */
function sharedWords(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) {
    return a === b ? 1 : 0;
  }
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared / Math.max(1, left.size, right.size);
}

function wordsOf(value: unknown): Set<string> {
  return new Set(canonicalTextOf(value).slice(0, COMPARED_CHARACTERS).match(WORD));
}
