import type { WindowEntry } from '../window';
import type { Evidence } from './evidence';
import { mayHaveSameAnswer, type Round, type Rounds } from './rounds';

/** Earlier identical calls, oldest first, one for each round. */
export interface RepeatChain {
  /** How many of them no new result excuses, and that occur at least every second round. */
  readonly dense: number;
  /** How many of them neither a new result nor an unknown one excuses. */
  readonly undoubted: number;
  readonly all: readonly WindowEntry[];
}

/**
 * Walks back over the rounds with the identical call. Each round with something new in between excuses one repeat, and
 * a changed result excuses everything before it. The chain is the longest one that remains at any point of the walk.
 */
export function followChain(evidence: Evidence): RepeatChain {
  const rounds = evidence.rounds;
  const { signature } = evidence.candidate;
  /** Newest first. */
  const all: WindowEntry[] = [];
  let dense = 0;
  let undoubted = 0;
  let excuses = rounds.siblingsHaveNews ? 1 : 0;
  let doubts = 0;
  let changed = false;
  /** The last match with a known result: a lost result in between doesn't hide a change. */
  let newer: WindowEntry | undefined;
  for (const [at, round] of rounds.newestFirst.entries()) {
    const match = round.find((call) => call.signature === signature);
    if (match === undefined) {
      if (rounds.hasNews(round) || isHiddenEdit(round, rounds)) {
        excuses++;
      } else if (round.some((call) => call.outcome === undefined)) {
        doubts++;
      }
      continue;
    }
    changed ||= newer !== undefined && !mayHaveSameAnswer(newer, match);
    newer = match.outcome === undefined ? newer : match;
    if (match.wait !== undefined && match.outcome?.life !== 'ended') {
      // The model continued because of something new, so it didn't make the same decision again.
      continue;
    }
    all.push(match);
    if (changed) {
      continue;
    }
    const left = all.length - excuses;
    if (at + 1 < 2 * (left + 1)) {
      dense = Math.max(dense, left);
    }
    undoubted = Math.max(undoubted, left - doubts);
  }
  return { dense, undoubted, all: all.reverse() };
}

/** A new edit whose result is kept from hooks: what is checked after it is not what was checked before. */
function isHiddenEdit(round: Round, rounds: Rounds): boolean {
  return (
    round.some(({ outcome, changes }) => outcome === undefined && changes !== undefined) && rounds.mayHaveNews(round)
  );
}
