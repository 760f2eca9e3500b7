import type { Finding } from '../finding';
import { wentWell } from '../outcome';
import type { RecordedOutcome, WindowEntry } from '../window';
import type { Detector } from './detector';
import type { Evidence } from './evidence';
import { compareAnswers, type Rounds } from './rounds';

/**
 * Round after round, and nothing the model did not know before: the calls differ, their answers are useless.
 *
 * Why it is a loop: a model moves on when an answer tells it something. Three ways to learn nothing, each a row of
 * rounds up to now:
 * - one tool fails the same way again and again, or finds nothing again, whatever is varied in its arguments;
 * - different tools give one and the same answer word for word: something answers in their place (a filter, a lost
 * login);
 * - every call was made before and got the answer it got then, or failed as before, in whatever order they are
 * shuffled.
 * What keeps it from being one: news. An answer not seen before, or another tool's call that succeeded for the first
 * time, ends the row. "File updated" ten times after ten different edits is news every time: an acknowledgement is no
 * failure and
 * never counts as finding nothing. "command not found" with another line number is the same failure: failures are
 * compared with their numbers, ids and times blanked, answers of calls that went well are not, for there the number may
 * be the news.
 * A call that was never made may be the one that works, so it is warned about like any other but held back much later.
 * Source of the rule: seed 002, level 4; failure streaks as Hermes and crush count them, a success clears them as in
 * Hermes.
 */
export interface StallSettings {
  /**
   * Rounds with the same failure, or the same answer of several tools, at which a loop is likely, the judged one
   * included.
   */
  readonly likely: number;
  /** Rounds with the same failure at which it is certain, if the judged call was made before; else twice as many. */
  readonly certain: number;
  /** Rounds of nothing but calls made before at which it is likely. */
  readonly likelyRevisits: number;
  /** Rounds of nothing but calls made before at which it is certain. */
  readonly certainRevisits: number;
  /** From this length on, in characters, the same answer of several tools is no mere acknowledgement. */
  readonly minAnswerLength: number;
  /** From the certain count × `ceilingFactor` on nobody may wave it through. */
  readonly ceilingFactor: number;
}

const patienceWithNewCalls = 2;

export const stall: Detector<StallSettings> = {
  id: 'stall',
  detect(evidence: Evidence, settings: StallSettings): Finding | undefined {
    const { candidate } = evidence;
    const known = evidence.askedBefore;
    if (!known && !mayStall(evidence)) {
      return undefined;
    }
    const rounds = evidence.rounds;
    if (rounds.siblingsHaveNews) {
      return undefined;
    }
    const judge = (
      row: readonly WindowEntry[],
      certainty: Finding['certainty'],
      threshold: number,
    ): Finding | undefined =>
      row.length + 1 < threshold ? undefined : describe(candidate, row, certainty, threshold, settings.ceilingFactor);
    const failing = failingRow(rounds, candidate.tool);
    const revisits = known ? revisitRow(rounds, candidate) : [];
    return (
      judge(failing, 'certain', known ? settings.certain : settings.certain * patienceWithNewCalls) ??
      asSame(judge(revisits, 'certain', settings.certainRevisits)) ??
      judge(failing, 'likely', settings.likely) ??
      judge(echoRow(rounds, settings.minAnswerLength), 'likely', settings.likely) ??
      asSame(judge(revisits, 'likely', settings.likelyRevisits))
    );
  },
};

/**
 * A glance at the newest answers: a row can only be running if the tool failed last, or if the last two answers were
 * equal.
 */
function mayStall({ candidate, history }: Evidence): boolean {
  const last = history.at(-1)?.outcome;
  if (last !== undefined && last.digest === history.at(-2)?.outcome?.digest) {
    return true;
  }
  const ofTool = history.findLast((call) => call.tool === candidate.tool && call.round !== candidate.round);
  return ofTool?.outcome !== undefined && !wentWell(ofTool.outcome);
}

/**
 * The newest rounds in which the tool failed the same way each time, one call of each, oldest first. Rounds with
 * other tools do not count; one of them that brought news ends the row.
 */
function failingRow(rounds: Rounds, tool: string): WindowEntry[] {
  const row: WindowEntry[] = [];
  for (const round of rounds.newestFirst) {
    const one = round.find((call) => call.tool === tool);
    if (one === undefined) {
      if (rounds.hasNews(round)) {
        break;
      }
      continue;
    }
    const failure = (row[0] ?? one).outcome;
    if (failure === undefined || wentWell(failure)) {
      break;
    }
    if (!round.every((call) => call.tool !== tool || sameFailure(call.outcome, failure))) {
      break;
    }
    row.push(one);
  }
  return row.reverse();
}

function sameFailure(outcome: RecordedOutcome | undefined, failure: RecordedOutcome): boolean {
  return outcome?.kind === failure.kind && outcome.shapeDigest === failure.shapeDigest;
}

/**
 * The newest rounds that all got one and the same answer, if several tools were asked; one call of each, oldest first.
 */
function echoRow({ newestFirst }: Rounds, minAnswerLength: number): WindowEntry[] {
  const answer = newestFirst[0]?.[0].outcome;
  if (answer === undefined || answer.kind === 'done' || answer.length < minAnswerLength) {
    return [];
  }
  const row: WindowEntry[] = [];
  for (const round of newestFirst) {
    if (!round.every(({ outcome }) => outcome?.digest === answer.digest)) {
      break;
    }
    row.push(round[0]);
  }
  return new Set(row.map((call) => call.tool)).size > 1 ? row.reverse() : [];
}

/** The newest rounds in which every call was old: made before and answered as before, or failed as before. */
function revisitRow({ oldestFirst }: Rounds, { signature }: WindowEntry): WindowEntry[] {
  const answers = new Map<string, string | undefined>();
  const failures = new Set<string>();
  let row: WindowEntry[] = [];
  for (const round of oldestFirst) {
    if (round.every((call) => isOld(call, answers, failures))) {
      row.push(round[0]);
    } else {
      row = [];
    }
    for (const call of round) {
      answers.set(call.signature, call.outcome?.digest);
      if (call.outcome !== undefined && !wentWell(call.outcome)) {
        failures.add(failureKey(call.tool, call.outcome));
      }
    }
  }
  // The identical call alone belongs to `repeat`.
  return row.every((call) => call.signature === signature) ? [] : row;
}

function isOld(
  call: WindowEntry,
  answers: ReadonlyMap<string, string | undefined>,
  failures: ReadonlySet<string>,
): boolean {
  const { outcome, signature, tool } = call;
  if (answers.has(signature)) {
    const before = answers.get(signature);
    if (before === undefined || outcome === undefined || before === outcome.digest) {
      return true;
    }
  }
  return outcome !== undefined && !wentWell(outcome) && failures.has(failureKey(tool, outcome));
}

/** The same failure of the same tool. */
function failureKey(tool: string, { kind, shapeDigest }: RecordedOutcome): string {
  return `${tool}\n${kind}\n${shapeDigest}`;
}

/** Revisits differ among themselves, but each got its own old answer again. */
function asSame(finding: Finding | undefined): Finding | undefined {
  return finding === undefined || finding.results === 'errors' ? finding : { ...finding, results: 'same' };
}

function describe(
  candidate: WindowEntry,
  row: readonly WindowEntry[],
  certainty: Finding['certainty'],
  threshold: number,
  ceilingFactor: number,
): Finding {
  const count = row.length + 1;
  return {
    detector: 'stall',
    certainty,
    count,
    threshold,
    calls: [...row.map((call) => call.index), candidate.index],
    results: compareAnswers(row),
    atCeiling: certainty === 'certain' && count >= threshold * ceilingFactor,
    period: 1,
  };
}
