import type { WindowEntry } from '../window';
import { sharedWords, wordsOf } from '../wordSketch';
import type { Evidence } from './evidence';

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

/**
 * A glance at the newest answers, of any tool, of this tool and of the identical call: a row can only be running if one
 * of them names a cause.
 */
export function mayMeet(evidence: Evidence): boolean {
  const { candidate, glance, askedBefore } = evidence;
  if (glance !== undefined && (glance.newestRound === candidate.round || !glance.namesCause(candidate.tool))) {
    return false;
  }
  const { history } = evidence;
  let newest: WindowEntry | undefined;
  let ofTool: WindowEntry | undefined;
  for (let at = history.length - 1; at >= 0; at--) {
    const call = history[at];
    if (call?.outcome === undefined) {
      continue;
    }
    newest ??= call;
    ofTool ??= call.tool === candidate.tool ? call : undefined;
    const isNewest = call === newest || call.round === ofTool?.round;
    if ((isNewest || call.signature === candidate.signature) && call.outcome.causeDigest !== undefined) {
      return true;
    }
    if (ofTool !== undefined && call.round < ofTool.round && !askedBefore) {
      return false;
    }
  }
  return false;
}
