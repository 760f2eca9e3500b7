import { endsFailures } from '../facts/outcome';
import type { RecordedOutcome } from '../facts/call';
import type { Round, WindowEntry } from '../ledger/entry';
import type { Gain } from '../ledger/gain';
import type { Rounds } from '../ledger/rounds';

/** Longer than "ok", "done" or {"status":"success"}: acknowledgments that many tools share. */
const LEAST_ANSWER_LENGTH = 24;

/** The newest rounds in which a tool failed in the same way, one call of each, oldest first. */
interface FailingRow {
  /** The same except for numbers, or the same cause in other words. */
  readonly same: readonly WindowEntry[];
  /** The newest of these, up to the first whose failure is worded otherwise. */
  readonly worded: readonly WindowEntry[];
}

/** Rounds with other tools don't count, but a new result in one of them ends the row. */
export function failingRow(rounds: Rounds, tool: string): FailingRow {
  const row: WindowEntry[] = [];
  let worded: number | undefined;
  for (const round of rounds.newestFirst) {
    const one = round.find((call) => call.tool === tool);
    if (one === undefined) {
      if (rounds.mayHaveProgress(round)) {
        break;
      }
      continue;
    }
    const failure = (row[0] ?? one).outcome;
    if (failure === undefined || endsFailures(failure)) {
      break;
    }
    if (!isSameIn(round, tool, failure, hasSameShape)) {
      if (!isSameIn(round, tool, failure, hasSameCause)) {
        break;
      }
      worded ??= row.length;
    }
    row.push(one);
    if (rounds.hasProgress(round)) {
      // What got through beside the failure is no reaction to it, but ends what was before.
      break;
    }
  }
  return { same: row.toReversed(), worded: row.slice(0, worded).reverse() };
}

/** All calls of the tool in a round failed the same. */
function isSameIn(round: Round, tool: string, failure: RecordedOutcome, isSame: SameFailure): boolean {
  return round.every((call) => call.tool !== tool || isSame(call.outcome, failure));
}

type SameFailure = (outcome: RecordedOutcome | undefined, failure: RecordedOutcome) => boolean;

/** The same except for numbers. */
function hasSameShape(outcome: RecordedOutcome | undefined, failure: RecordedOutcome): boolean {
  return outcome?.kind === failure.kind && outcome.shapeDigest === failure.shapeDigest;
}

/** The same except for numbers, or the same cause in other words. */
function hasSameCause(outcome: RecordedOutcome | undefined, failure: RecordedOutcome): boolean {
  const cause = outcome?.causeDigest;
  return (
    hasSameShape(outcome, failure) ||
    (outcome?.kind === failure.kind && cause !== undefined && cause === failure.causeDigest)
  );
}

/**
 * The newest rounds that all got the same result from several tools; one call of each, oldest first. After failures, an
 * agent that turns to another tool may solve the problem.
 */
export function sharedAnswers(rounds: Rounds, { tool }: WindowEntry): WindowEntry[] {
  const answer = rounds.newestFirst[0]?.[0].outcome;
  if (answer === undefined || answer.kind === 'done' || answer.length < LEAST_ANSWER_LENGTH) {
    return [];
  }
  const same = rounds.newestWhile((round) => round.every(({ outcome }) => outcome?.digest === answer.digest));
  const row = same.map(([first]) => first);
  const tools = new Set(row.map((call) => call.tool));
  return tools.size > 1 && (answer.kind !== 'failed' || tools.has(tool)) ? row.reverse() : [];
}

/**
 * The newest rounds in which commands only looked for something and printed nothing, one call of each, oldest first;
 * none if the candidate does more than look.
 */
export function emptyLooksRow(rounds: Rounds, { tool, check }: WindowEntry): WindowEntry[] {
  const looks = rounds.newestWhile((round) => round.every((call) => call.tool === tool && showsNothing(call)));
  return check === undefined ? [] : looks.map(([first]) => first).reverse();
}

function showsNothing({ check, outcome }: WindowEntry): boolean {
  return check !== undefined && outcome?.kind === 'plain' && outcome.length === 0;
}

const SHORTEST_RITUAL = 3;
const LONGEST_RITUAL = 8;

/**
 * The rounds that went through the same different calls twice, in the same order, whatever their results, if one of
 * them failed and the candidate begins the third pass; one call of each, oldest first.
 */
export function repeatedSequence({ newestFirst }: Rounds, { signature }: WindowEntry): WindowEntry[] {
  for (let length = SHORTEST_RITUAL; length <= LONGEST_RITUAL; length++) {
    const row = newestFirst.slice(0, 2 * length).map(([first]) => first);
    const [newer, older] = [row.slice(0, length), row.slice(length)];
    const isTwice = older.length === length && newer.every((call, at) => call.signature === older[at]?.signature);
    const areDifferent = new Set(newer.map((call) => call.signature)).size === length;
    if (isTwice && areDifferent && newer.at(-1)?.signature === signature && row.some(hasFailed)) {
      return row.reverse();
    }
  }
  return [];
}

function hasFailed({ outcome }: WindowEntry): boolean {
  return outcome?.kind === 'failed';
}

/** How often a step that only does something, such as restarting a program, may be needed again. */
const MOST_SET_UPS = 3;

/**
 * The newest rounds that brought nothing, one call of each, oldest first. A step that was only acknowledged is no look
 * at something known: it prepares the next ones, for a few times.
 */
export function revisitRow(rounds: Rounds, { signature }: WindowEntry): WindowEntry[] {
  const vain = rounds.newestWhile((round) => round.every((call) => isNothing(rounds.gainOf(call))));
  const row = vain.map(([first]) => first).reverse();
  const times = timesMade(rounds);
  // The identical call alone belongs to `repeat`.
  return row.every((call) => call.signature === signature)
    ? []
    : row.filter((call) => call.outcome?.kind !== 'done' || (times.get(call.signature) ?? 0) > MOST_SET_UPS);
}

/** Whether one of the calls, or the candidate, is made for the third time at least. */
export function hasThird(row: readonly WindowEntry[], rounds: Rounds, candidate: WindowEntry): boolean {
  const times = timesMade(rounds);
  return (times.get(candidate.signature) ?? 0) >= 2 || row.some(({ signature }) => (times.get(signature) ?? 0) >= 3);
}

/** In how many rounds each call was made. */
function timesMade({ oldestFirst }: Rounds): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const round of oldestFirst) {
    for (const signature of new Set(round.map((call) => call.signature))) {
      times.set(signature, (times.get(signature) ?? 0) + 1);
    }
  }
  return times;
}

function isNothing(gain: Gain): boolean {
  return gain === 'same' || gain === 'failedSame';
}
