import type { RecordedChange } from '../facts/call';
import type { WindowEntry } from './entry';
import type { Rounds } from './rounds';

/**
 * What calls brought beside a repeat, in its round or between two of them: `progress`, so that the same question may
 * have another answer; a new `reason` why an edit is rejected, which may lead to another look, or a known one
 * (`rejected`); `unsure`; or nothing.
 */
export type Beside = 'progress' | 'reason' | 'rejected' | 'unsure' | 'nothing';

/** What a round means for the repetition of a call. */
export interface Step {
  /** The identical call; undefined in a round without it. */
  readonly match: WindowEntry | undefined;
  readonly beside: Beside;
}

/** The rounds before the checked call, newest first, as steps of its repetition. */
export function stepsBefore({ signature }: WindowEntry, rounds: Rounds): readonly Step[] {
  return rounds.newestFirst.map((round) => {
    const match = round.find((call) => call.signature === signature);
    const others = round.filter((call) => call.signature !== signature);
    return { match, beside: besideOf(others, rounds, match !== undefined) };
  });
}

/**
 * What calls of one round brought together.
 * @param areOfMatch they are in the round of a repeat: then an answer that differs in numbers each time, such as that
 *   of a clock, is no progress
 */
export function besideOf(calls: readonly WindowEntry[], rounds: Rounds, areOfMatch: boolean): Beside {
  const brought = calls.map((call) => broughtBeside(call, rounds, areOfMatch));
  return (['progress', 'rejected', 'reason', 'unsure'] as const).find((each) => brought.includes(each)) ?? 'nothing';
}

function broughtBeside(call: WindowEntry, rounds: Rounds, isOfMatch: boolean): Beside {
  const { outcome, changes, edits } = call;
  const isUnsure = outcome === undefined || outcome.isVerdict === true;
  switch (rounds.gainOf(call)) {
    case 'new':
    case 'acknowledged':
      return undoes(call, rounds) ? 'unsure' : 'progress';
    case 'changed':
      // That a file is written again may be told in other words than the first time.
      return undoes(call, rounds) || (isOfMatch && differsInNumbers(call, rounds)) ? 'unsure' : 'progress';
    case 'unknown':
      // What is checked after an edit is not what was checked before, also if no hook tells of its result.
      return changes === undefined || undoes(call, rounds) ? 'unsure' : 'progress';
    case 'failedAnew':
    case 'failedSame':
    case 'same':
      return edits === true && outcome?.kind === 'failed'
        ? isForNewReason(call, rounds)
          ? 'reason'
          : 'rejected'
        : isUnsure
          ? 'unsure'
          : 'nothing';
  }
}

/** No edit before was rejected for this reason. */
function isForNewReason({ index, outcome }: WindowEntry, rounds: Rounds): boolean {
  const cause = outcome?.causeDigest;
  return (
    cause !== undefined &&
    !rounds.callsBefore(index).some((call) => call.edits === true && call.outcome?.causeDigest === cause)
  );
}

/** An edit that takes back an earlier one: what follows is known. */
function undoes({ changes = [], index }: WindowEntry, rounds: Rounds): boolean {
  const earlier = changes.length === 0 ? [] : rounds.callsBefore(index).flatMap((call) => call.changes ?? []);
  return changes.some((change) => earlier.some((other) => other.file === change.file && takesBack(change, other)));
}

function takesBack({ replaces, content }: RecordedChange, earlier: RecordedChange): boolean {
  return replaces === undefined
    ? content !== undefined && (content === earlier.content || content === earlier.before)
    : replaces.old === earlier.replaces?.new && replaces.new === earlier.replaces.old;
}

/** This many answers show that a call is answered differently each time. */
const LEAST_ANSWERS = 3;

/** A clock or a list of processes is answered otherwise each time, in numbers only. */
function differsInNumbers({ signature }: WindowEntry, rounds: Rounds): boolean {
  const outcomes = rounds
    .callsBefore(Infinity)
    .flatMap((call) => (call.signature === signature && call.outcome !== undefined ? [call.outcome] : []));
  return (
    outcomes.length >= LEAST_ANSWERS &&
    outcomes.every(({ digest, shapeDigest }, at) => {
      const before = outcomes[at - 1];
      return before === undefined || (before.digest !== digest && before.shapeDigest === shapeDigest);
    })
  );
}
