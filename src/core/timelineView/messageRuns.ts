import type { TimelineCall } from '../timeline/timelineCall';

/** A message and its calls: which are neighbours, as messages only ever follow each other. */
interface Run {
  readonly turn: number;
  readonly start: number;
  readonly end: number;
}

/** Finds the messages that were followed by calls, in their order. */
export function runsOf(calls: readonly TimelineCall[]): Run[] {
  const runs: Run[] = [];
  for (let start = 0; start < calls.length;) {
    const turn = calls[start]?.turn ?? 0;
    const end = firstAfter(calls, turn, start);
    runs.push({ turn, start, end });
    start = end;
  }
  return runs;
}

/** The calls that followed one message. */
export function runOf(calls: readonly TimelineCall[], turn: number): readonly TimelineCall[] {
  return calls.slice(firstAfter(calls, turn - 1, 0), firstAfter(calls, turn, 0));
}

/** Place of the first call of a later message, by halving. */
function firstAfter(calls: readonly TimelineCall[], turn: number, start: number): number {
  let low = start;
  let high = calls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((calls[middle]?.turn ?? 0) <= turn) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
