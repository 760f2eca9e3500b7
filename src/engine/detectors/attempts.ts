import type { WindowEntry } from '../window';
import { sharedWords, wordsOf } from '../wordSketch';

/** The share of common words from which on a call is another attempt at the same, not another way. */
const ALIKE = 0.5;

/**
 * Whether a call attempts what another one did: the identical call, or one that shares most of its words. Arguments
 * that are not kept cannot be told apart.
 */
export function isAlike(a: WindowEntry, b: WindowEntry, share = ALIKE): boolean {
  if (a.signature === b.signature) {
    return true;
  }
  const [left, right] = [wordsOf(a), wordsOf(b)];
  return left === undefined || right === undefined ? left === right : sharedWords(left, right) >= share;
}
