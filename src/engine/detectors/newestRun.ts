import type { Round } from '../window';

/** How many of the newest rounds hold one call each, with one outcome object and the same tool. */
export interface Run {
  readonly alike: number;
  /** How many of these are the identical call, and none of them a wait. */
  readonly identical: number;
}

const NONE: Run = { alike: 0, identical: 0 };

/**
 * The run that a window ends with, known from one call to the next: in a long loop, walking through all of its calls
 * takes longer than everything else.
 *
 * It relies on what never changes: the outcome of an answered call, and all rounds but the newest.
 */
export class NewestRun {
  #newest: Round | undefined;
  #run = NONE;

  /** @param oldestFirst the rounds before a new call, of the window that this belongs to */
  of(oldestFirst: readonly Round[]): Run {
    const { length } = oldestFirst;
    const newest = oldestFirst[length - 1];
    if (newest === undefined || newest.length > 1 || newest[0].outcome === undefined) {
      return NONE;
    }
    if (newest !== this.#newest || this.#run === NONE) {
      this.#run = this.#extended(oldestFirst, newest);
      this.#newest = newest;
    }
    const { alike, identical } = this.#run;
    return alike <= length ? this.#run : { alike: length, identical: Math.min(identical, length) };
  }

  #extended(oldestFirst: readonly Round[], newest: Round): Run {
    let at = oldestFirst.length - 2;
    const before = oldestFirst[at];
    if (before !== undefined && before === this.#newest && this.#run !== NONE) {
      const isAlike = areAlike(newest, before);
      return {
        alike: isAlike ? this.#run.alike + 1 : 1,
        identical: isWait(newest) ? 0 : isAlike && areIdentical(newest, before) ? this.#run.identical + 1 : 1,
      };
    }
    let identical = isWait(newest) ? 0 : 1;
    for (; at >= 0; at--) {
      const round = oldestFirst[at] as Round;
      if (!areAlike(newest, round)) {
        break;
      }
      const walked = oldestFirst.length - 1 - at;
      identical += identical === walked && !isWait(round) && areIdentical(newest, round) ? 1 : 0;
    }
    return { alike: oldestFirst.length - 1 - at, identical };
  }
}

function areAlike([newer]: Round, older: Round): boolean {
  return older.length === 1 && older[0].outcome === newer.outcome && older[0].tool === newer.tool;
}

function areIdentical([newer]: Round, [older]: Round): boolean {
  return newer.signature === older.signature;
}

function isWait([call]: Round): boolean {
  return call.wait !== undefined;
}
