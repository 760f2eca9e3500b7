import type { RecordedOutcome } from '../facts/call';
import { fieldWordsOf } from '../facts/fieldWords';
import { endsFailures } from '../facts/outcome';
import { serverOf } from '../facts/signs';
import type { WindowEntry } from '../ledger/entry';
import type { Evidence } from '../ledger/evidence';
import type { Rounds } from '../ledger/rounds';
import { isAlike } from './similarity';

/** What ends a row of failures, in addition to a success or a failure that is not the same. */
interface RowRules {
  readonly newsEnds?: boolean;
  /** By default, {@link haveSameCause}. */
  readonly isSame?: (a: RecordedOutcome | undefined, b: RecordedOutcome | undefined) => boolean;
}

/** The newest rounds in which these calls failed in the same way, one call of each, oldest first. */
function failuresOf(
  rounds: Rounds,
  isOfRow: (call: WindowEntry) => boolean,
  { newsEnds = false, isSame = haveSameCause }: RowRules = {},
): readonly WindowEntry[] {
  const row: WindowEntry[] = [];
  for (const round of rounds.newestFirst) {
    const calls = round.filter((call) => isOfRow(call) && call.outcome !== undefined);
    const gotThrough = calls.some(({ outcome }) => outcome !== undefined && endsFailures(outcome));
    const one = gotThrough ? undefined : calls.find(({ outcome }) => isSame(outcome, row[0]?.outcome ?? outcome));
    if (one !== undefined) {
      row.push(one);
    }
    const isOver = newsEnds && (one === undefined ? rounds.mayHaveProgress(round) : rounds.hasProgress(round));
    if (isOver || (one === undefined && calls.length > 0)) {
      break;
    }
  }
  return row.reverse();
}

function haveSameCause(a: RecordedOutcome | undefined, b: RecordedOutcome | undefined): boolean {
  return a?.causeDigest !== undefined && a.kind === b?.kind && a.causeDigest === b.causeDigest;
}

/** Except for numbers. */
function haveSameShape(a: RecordedOutcome | undefined, b: RecordedOutcome | undefined): boolean {
  return a !== undefined && a.kind === b?.kind && a.shapeDigest === b.shapeDigest;
}

/** The newest rounds in which the tool failed for one cause, until something new was learned. */
export function failingRow({ candidate, rounds }: Evidence): readonly WindowEntry[] {
  return failuresOf(rounds, ({ tool }) => tool === candidate.tool, {
    newsEnds: true,
    isSame: (a, b) => haveSameCause(a, b) || haveSameShape(a, b),
  });
}

/** The newest of these calls, after the last whose failure is worded differently. */
export function wordedAlike(row: readonly WindowEntry[]): readonly WindowEntry[] {
  return row.slice(row.findLastIndex(({ outcome }) => !haveSameShape(outcome, row.at(-1)?.outcome)) + 1);
}

/**
 * The newest rounds in which an edit was rejected for one cause, whatever was learned between them; none for a call of
 * another tool, unless one has looked for the reason already.
 */
export function rejectedRow({ candidate, history, rounds }: Evidence): readonly WindowEntry[] {
  const last = history.findLast(({ outcome }) => outcome !== undefined);
  if (last?.edits !== true) {
    return [];
  }
  const edits = failuresOf(rounds, ({ tool }) => tool === last.tool);
  const hasLooked = edits.some(({ round }, at) => round > (edits[at - 1]?.round ?? round) + 1);
  return candidate.tool === last.tool || hasLooked ? edits : [];
}

/** Longer than "Exit code 1", the end of a search that finds nothing. */
const EXIT_CHARACTERS = 24;

/**
 * The next call may solve the problem: it differs from the last attempt, unless it edits the same file again, or the
 * last one looked for something and found nothing.
 */
export function isAnotherWay(candidate: WindowEntry, row: readonly WindowEntry[]): boolean {
  const [last, before] = row.toReversed();
  if (last === undefined) {
    return false;
  }
  const { check, outcome } = last;
  const isExit = check !== undefined && outcome?.kind === 'failed' && outcome.length <= EXIT_CHARACTERS;
  if (outcome?.kind === 'nothing' || isExit) {
    return true;
  }
  const editsGoOn = before !== undefined && row.every((call) => call.edits === true) && isAlike(last, before);
  return !isAlike(candidate, last) && !editsGoOn;
}

/** After this many failures that are the same to the letter, what the calls do makes no difference. */
const EQUAL_FAILURES = 3;

/** The last calls differ and failed with the same text: something answers in their place, such as a lost machine. */
export function isAnsweredAlike(row: readonly WindowEntry[]): boolean {
  const calls = row.slice(-EQUAL_FAILURES);
  const [first] = calls;
  return (
    calls.length === EQUAL_FAILURES &&
    calls.every(({ outcome }) => outcome?.kind === 'failed' && outcome.digest === first?.outcome?.digest) &&
    calls.some((call) => first !== undefined && !isAlike(call, first))
  );
}

/** The newest rounds in which the server of the candidate's tool could not be reached; none if one tool was tried. */
export function failuresOfServer({ candidate, rounds }: Evidence, rules: RowRules = {}): readonly WindowEntry[] {
  const server = serverOf(candidate.tool);
  if (server === undefined) {
    return [];
  }
  const row = failuresOf(rounds, ({ tool }) => serverOf(tool) === server, {
    ...rules,
    isSame: (a, b) => a?.unreachable !== undefined && a.unreachable === b?.unreachable,
  });
  return [...row, candidate].some(({ tool }) => tool !== row[0]?.tool) ? row : [];
}

/** A failure with at least this much text says what failed; a shorter one may do so, too. */
const REPORT_CHARACTERS = 80;

export function isDetailed([first]: readonly WindowEntry[]): boolean {
  return (first?.outcome?.length ?? 0) >= REPORT_CHARACTERS;
}

/**
 * The newest rounds in which the identical check failed with the same report, whatever was changed in between. One or
 * two words ("2 failed") don't show whether the same thing failed, unless they state a cause ("Killed").
 */
export function repeatedCheckFailures({ candidate, rounds, isKnownCall }: Evidence): readonly WindowEntry[] {
  if (!isKnownCall) {
    return [];
  }
  const row = failuresOf(rounds, ({ signature }) => signature === candidate.signature, {
    // A check that fails with a result that differs in more than numbers fails elsewhere, which shows progress.
    isSame: (a, b) => haveSameCause(a, b) && haveSameShape(a, b),
  });
  return isDetailed(row) || row[0]?.outcome?.isStated === true ? row : [];
}

/** How similar calls must be to count as variations of one command. */
const VARIED_ALIKE = 0.6;

/** How many causes may alternate while one command is varied. */
const MOST_CAUSES = 2;

/**
 * The newest calls, oldest first, if all are one command with different flags that failed every time, for at most two
 * alternating causes. Edits are left out, because each of them is work.
 */
export function variations({ candidate, rounds }: Evidence): readonly WindowEntry[] {
  const causeOf = ({ outcome }: WindowEntry) => (outcome?.kind === 'failed' ? outcome.causeDigest : undefined);
  const varied = rounds.newestWhile(
    ([call, ...parallel]) =>
      parallel.length === 0 &&
      call.tool === candidate.tool &&
      causeOf(call) !== undefined &&
      call.edits !== true &&
      fieldWordsOf(candidate) !== undefined &&
      isAlike(candidate, call, VARIED_ALIKE),
  );
  const row = varied.map(([call]) => call);
  const causes = new Set(row.map(causeOf));
  return causes.size > MOST_CAUSES || causes.size === row.length ? [] : row.reverse();
}

/** The newest rounds with an edit rejected for any reason, oldest first; none if one is unlike the checked one. */
export function rejectedEdits({ candidate, rounds }: Evidence): readonly WindowEntry[] {
  const row: WindowEntry[] = [];
  for (const round of candidate.edits === true ? rounds.newestFirst : []) {
    const edit = round.find(({ tool }) => tool === candidate.tool);
    if (
      edit === undefined
        ? rounds.mayHaveProgress(round)
        : round.length > 1 || edit.outcome?.kind !== 'failed' || edit.outcome.isRefused
    ) {
      break;
    }
    if (edit !== undefined) {
      row.push(edit);
    }
  }
  return row.every((edit) => isAlike(edit, candidate)) ? row.reverse() : [];
}

/** Longer than "ok", "done" or {"status":"success"}: acknowledgments that many tools share. */
const LEAST_ANSWER_LENGTH = 24;

/**
 * The newest rounds that all got the same result from several tools; one call of each, oldest first. After failures, an
 * agent that turns to another tool may solve the problem.
 */
export function sharedAnswers({ candidate: { tool }, rounds }: Evidence): readonly WindowEntry[] {
  const answer = rounds.newestFirst[0]?.[0].outcome;
  if (answer === undefined || answer.kind === 'done' || answer.length < LEAST_ANSWER_LENGTH) {
    return [];
  }
  const same = rounds.newestWhile((round) => round.every(({ outcome }) => outcome?.digest === answer.digest));
  const row = same.map(([first]) => first);
  const tools = new Set(row.map((call) => call.tool));
  return tools.size > 1 && (answer.kind !== 'failed' || tools.has(tool)) ? row.reverse() : [];
}

/** The newest rounds in which the tool gave other questions the same answer, one call of each, oldest first. */
export function emptyAnswers({ candidate, rounds }: Evidence): readonly WindowEntry[] {
  const remainder = rounds.newestFirst[0]?.[0].outcome?.remainderDigest;
  const same = rounds.newestWhile((round) =>
    round.every(({ tool, outcome }) => tool === candidate.tool && outcome?.remainderDigest === remainder),
  );
  const row = remainder === undefined ? [] : same.map(([first]) => first);
  const questions = new Set([candidate, ...row].map(({ signature }) => signature));
  return questions.size > row.length ? row.reverse() : [];
}

/** How often a step that only does something, such as restarting a program, may be needed again. */
const MOST_SET_UPS = 3;

interface Revisits {
  readonly row: readonly WindowEntry[];
  /** Something is looked at for at least the third time. */
  readonly hasThirdLook: boolean;
}

/**
 * The newest rounds that brought nothing, one call of each, oldest first. A step that was only acknowledged is no look
 * at something known: a few times, it prepares the next ones.
 */
export function revisits({ candidate, rounds, isKnownCall }: Evidence): Revisits {
  const vain = rounds.newestWhile((round) =>
    round.every((call) => ['same', 'failedSame'].includes(rounds.gainOf(call))),
  );
  const calls = vain.map(([first]) => first).reverse();
  // The identical call alone belongs to `repeat`.
  if (!isKnownCall || calls.every(({ signature }) => signature === candidate.signature)) {
    return { row: [], hasThirdLook: false };
  }
  const times = new Map<string, number>();
  for (const round of rounds.oldestFirst) {
    for (const signature of new Set(round.map((call) => call.signature))) {
      times.set(signature, (times.get(signature) ?? 0) + 1);
    }
  }
  const timesMade = ({ signature }: WindowEntry): number => times.get(signature) ?? 0;
  const row = calls.filter((call) => call.outcome?.kind !== 'done' || timesMade(call) > MOST_SET_UPS);
  return { row, hasThirdLook: timesMade(candidate) >= 2 || row.some((call) => timesMade(call) >= 3) };
}
