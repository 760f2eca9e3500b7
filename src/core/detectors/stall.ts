import type { Finding } from '../finding';
import type { WindowEntry } from '../window';
import type { Detector, Evidence } from './detector';
import { askedBefore, compareAnswers, earlierRounds, hasNews, siblingsHaveNews, type Round } from './rounds';

/**
 * Round after round, and nothing the model did not know before: the calls differ, their answers are useless.
 *
 * Why it is a loop: a model moves on when an answer tells it something. Three ways to learn nothing, each a row of rounds up to now:
 * - one tool fails the same way again and again, or finds nothing again, whatever is varied in its arguments;
 * - different tools give one and the same answer word for word: something answers in their place (a filter, a lost login);
 * - every call was made before and got the answer it got then, or failed as before, in whatever order they are shuffled.
 * What keeps it from being one: news. An answer not seen before, or another tool's call that succeeded for the first time, ends the row. "File
 * updated" ten times after ten different edits is news every time: an acknowledgement is no failure and never counts as
 * finding nothing. "command not found" with another line number is the same failure: failures are compared with
 * their numbers, ids and times blanked, answers of calls that went well are not, for there the number may be the news.
 * A call that was never made may be the one that works, so it is warned about like any other but held back much later.
 * Source of the rule: seed 002, level 4; failure streaks as Hermes and crush count them, a success clears them as in Hermes.
 */
export interface StallSettings {
  /** Rounds with the same failure, or the same answer of several tools, at which a loop is likely, the judged one included. */
  readonly likely: number;
  /** Rounds of nothing but calls made before at which it is likely: reading something twice is common, so this takes more. */
  readonly likelyRevisits: number;
  /** Rounds of nothing but calls made before at which it is certain. */
  readonly certainRevisits: number;
  /** Rounds with the same failure at which it is certain, if the judged call was made before; else twice as many. */
  readonly certain: number;
  /** From this length on, in characters, the same answer of several tools is no mere acknowledgement. */
  readonly minAnswerLength: number;
}

const patienceWithNewCalls = 2;

export const stall: Detector<StallSettings> = {
  id: 'stall',
  detect({ candidate, history }: Evidence, settings: StallSettings): Finding | undefined {
    const known = askedBefore(history, candidate);
    if (!known && !mayStall(history)) {return undefined;}
    const rounds = earlierRounds(history, candidate);
    if (siblingsHaveNews(rounds, history, candidate)) {return undefined;}
    const failing = failingRow(rounds, candidate.tool);
    const certain = known ? settings.certain : settings.certain * patienceWithNewCalls;
    const revisits = known ? revisitRow(rounds, candidate) : [];
    return (
      judge(candidate, failing, 'certain', certain) ??
      judge(candidate, revisits, 'certain', settings.certainRevisits) ??
      judge(candidate, failing, 'likely', settings.likely) ??
      judge(candidate, echoRow(rounds, settings.minAnswerLength), 'likely', settings.likely) ??
      judge(candidate, revisits, 'likely', settings.likelyRevisits)
    );
  },
};

/** A glance at the last two answers: after news of a call that went well, no row can be running. */
function mayStall(history: readonly WindowEntry[]): boolean {
  const last = history.at(-1);
  const previous = history.at(-2);
  if (last?.outcome === undefined || previous?.outcome === undefined) {return true;}
  return last.outcome.kind !== 'plain' || last.outcome.digest === previous.outcome.digest || last.tool !== previous.tool;
}

/**
 * The rounds the history ends with in which the tool failed the same way each time, one call of each, oldest first.
 * Rounds with other tools do not count; one of them that brought news ends the row.
 */
function failingRow(rounds: readonly Round[], tool: string): WindowEntry[] {
  const row: WindowEntry[] = [];
  for (let at = rounds.length - 1; at >= 0; at--) {
    const ofTool = rounds[at]!.filter((entry) => entry.tool === tool);
    if (ofTool.length === 0) {
      if (hasNews(rounds, at)) {break;}
      continue;
    }
    const failure = (row[0] ?? ofTool[0]!).outcome;
    if (failure === undefined || failure.kind === 'plain') {break;}
    if (!ofTool.every(({ outcome }) => outcome?.kind === failure.kind && outcome.shapeDigest === failure.shapeDigest)) {break;}
    row.unshift(ofTool[0]!);
  }
  return row;
}

/** The rounds the history ends with that all got one and the same answer, if several tools were asked. */
function echoRow(rounds: readonly Round[], minAnswerLength: number): WindowEntry[] {
  const row: WindowEntry[] = [];
  const answer = rounds.at(-1)?.[0]?.outcome;
  if (answer === undefined || answer.length < minAnswerLength) {return row;}
  for (let at = rounds.length - 1; at >= 0; at--) {
    if (!rounds[at]!.every(({ outcome }) => outcome?.digest === answer.digest)) {break;}
    row.unshift(rounds[at]![0]!);
  }
  return row.every((entry) => entry.tool === row[0]!.tool) ? [] : row;
}

/** The rounds the history ends with in which every call was old: made before and answered as before, or failed as before. */
function revisitRow(rounds: readonly Round[], { signature }: WindowEntry): WindowEntry[] {
  const answers = new Map<string, string | undefined>();
  const failures = new Set<string>();
  let row: WindowEntry[] = [];
  for (const round of rounds) {
    if (round.every((entry) => isOld(entry, answers, failures))) {row.push(round[0]!);}
    else {row = [];}
    for (const entry of round) {
      answers.set(entry.signature, entry.outcome?.digest);
      if (entry.outcome !== undefined && entry.outcome.kind !== 'plain') {failures.add(failureKey(entry));}
    }
  }
  // The identical call alone belongs to `repeat`.
  return row.every((entry) => entry.signature === signature) ? [] : row;
}

function isOld(entry: WindowEntry, answers: ReadonlyMap<string, string | undefined>, failures: ReadonlySet<string>): boolean {
  const { outcome } = entry;
  if (answers.has(entry.signature)) {
    const before = answers.get(entry.signature);
    if (before === undefined || outcome === undefined || before === outcome.digest) {return true;}
  }
  return outcome !== undefined && outcome.kind !== 'plain' && failures.has(failureKey(entry));
}

const failureKey = (entry: WindowEntry): string => `${entry.tool}\n${entry.outcome?.kind}\n${entry.outcome?.shapeDigest}`;

function judge(
  candidate: WindowEntry,
  row: readonly WindowEntry[],
  certainty: Finding['certainty'],
  threshold: number,
): Finding | undefined {
  if (row.length + 1 < threshold) {return undefined;}
  return {
    detector: 'stall',
    certainty,
    count: row.length + 1,
    threshold,
    calls: [...row.map((entry) => entry.index), candidate.index],
    results: compareAnswers(row),
    period: 1,
  };
}
