import { ANSWERED, PACKED, SLOW, SLOW_MS, SUCCEEDED } from './callFlags';
import type { CallRows } from './callRows';
import { hasLeftArguments } from './packedCall';
import { ANSWER } from './rowFields';
import type { WindowEntry } from './window';

/*
 * The arguments of a call are the most that a window keeps. They are read while its answer is described; to compare the
 * call with later ones of its tool that were answered alike; and to tell attempts at one obstacle apart, so of calls
 * that failed. After that nobody asks for them.
 */

/** From this time on a call has blocked whatever its own limit is, so nobody asks for that. */
const BLOCKING_MS = 950;

/** Whether nobody asks for the arguments of a call from its answer on. */
export function isPastUse(entry: WindowEntry): boolean {
  const { outcome, argumentsValue, atMs, doneMs = atMs } = entry;
  if (outcome === undefined || hasLeftArguments(entry)) {
    return outcome !== undefined;
  }
  const mayAskForLimit = doneMs - atMs >= SLOW_MS && doneMs - atMs < BLOCKING_MS;
  // Work that is only acknowledged is never found to be alike.
  return !mayAskForLimit && (outcome.kind === 'done' || (outcome.kind === 'plain' && argumentsValue === undefined));
}

/**
 * The packed calls that no later call can be found to be like, now that another one was answered: the round before
 * that one is over, and its calls of the tool were answered otherwise.
 */
export function passedBy(rows: CallRows, answered: number): readonly number[] {
  const passed: number[] = [];
  let last = answered;
  while (last >= 0 && rows.round(last) >= rows.round(answered)) {
    last--;
  }
  if (last < 0) {
    return passed;
  }
  const [tool, round] = [rows.tool(last), rows.round(last)];
  let first = last;
  for (let at = last; at >= 0 && rows.round(at) === round; at--) {
    if (rows.tool(at) === tool && !rows.is(at, ANSWERED)) {
      return passed;
    }
    first = at;
  }
  for (let at = first - 1; at >= 0; at--) {
    const isHeld = rows.tool(at) === tool && rows.is(at, PACKED) && rows.held(at) !== undefined;
    if (isHeld && rows.is(at, SUCCEEDED) && !rows.is(at, SLOW) && !isAnsweredLike(rows, at, first, last, tool)) {
      passed.push(at);
    }
  }
  return passed;
}

function isAnsweredLike(rows: CallRows, call: number, first: number, last: number, tool: number): boolean {
  for (let at = first; at <= last; at++) {
    if (rows.tool(at) === tool && rows.number(at, ANSWER) === rows.number(call, ANSWER)) {
      return true;
    }
  }
  return false;
}
