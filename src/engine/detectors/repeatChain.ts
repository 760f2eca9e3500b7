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
  /** So many of the newest ones have one outcome. */
  readonly run: number;
}

/**
 * Walks back over the rounds with the identical call. Each round with something new in between excuses one repeat, and
 * a changed result excuses everything before it. The chain is the longest one that remains at any point of the walk.
 */
export function followChain(evidence: Evidence): RepeatChain {
  const rounds = evidence.rounds;
  const { signature } = evidence.candidate;
  /** The calls before the newest ones, newest first. */
  const older: WindowEntry[] = [];
  let dense = 0;
  let undoubted = 0;
  let excuses = rounds.siblingsHaveNews ? 1 : 0;
  let doubts = 0;
  let changed = false;
  /** The last match with a known result: a lost result in between doesn't hide a change. */
  let newer: WindowEntry | undefined;
  const { oldestFirst } = rounds;
  let at = oldestFirst.length - 1;
  const run = at >= 0 && oldestFirst[at]?.[0].signature === signature ? rounds.newestRun.identical : 0;
  const newest = rounds.newestCalls(run);
  if (run > 0) {
    newer = newest[0];
    dense = undoubted = Math.max(0, run - excuses);
  }
  for (at -= run; at >= 0; at--) {
    const round = oldestFirst[at] as Round;
    const match = identicalIn(round, signature);
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
    older.push(match);
    if (changed) {
      continue;
    }
    const left = run + older.length - excuses;
    const walked = oldestFirst.length - at;
    if (walked < 2 * (left + 1)) {
      dense = Math.max(dense, left);
    }
    undoubted = Math.max(undoubted, left - doubts);
  }
  const all = older.length === 0 ? newest : [...older.reverse(), ...newest];
  return { dense, undoubted, all, run };
}

/** A new edit whose result is kept from hooks: what is checked after it is not what was checked before. */
function isHiddenEdit(round: Round, rounds: Rounds): boolean {
  return (
    round.some(({ outcome, changes }) => outcome === undefined && changes !== undefined) && rounds.mayHaveNews(round)
  );
}

/** Most rounds have one call. */
function identicalIn(round: Round, signature: string): WindowEntry | undefined {
  return round[0].signature === signature
    ? round[0]
    : round.length === 1
      ? undefined
      : round.find((call) => call.signature === signature);
}
