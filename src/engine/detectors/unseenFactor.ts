import type { WindowEntry } from '../window';
import { UNSEEN_FACTOR } from './detector';

/** What a limit is multiplied by: more where results of one of the calls were never seen, though it has ended. */
export function unseenFactor(calls: readonly WindowEntry[]): number {
  const seen = new Set(calls.filter(({ outcome }) => outcome !== undefined).map(({ signature }) => signature));
  return calls.some(({ unseen, signature }) => unseen === true && !seen.has(signature)) ? UNSEEN_FACTOR : 1;
}
