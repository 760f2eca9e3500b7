import type { Finding } from '../finding';
import type { WindowEntry } from '../window';
import type { Detector, Evidence } from './detector';
import { answeredSiblings, compareAnswers, earlierRounds, hasNews, type Round } from './rounds';

/**
 * Round after round, and nothing the model did not know before: whatever the calls are, their answers are old.
 *
 * Why it is a loop: a model moves on when an answer tells it something. A round brings nothing new when each of its calls either was made
 * before and got the answer it got then, or fails as a call failed before, or finds nothing as the tool found nothing before. Several
 * such rounds in a row, and one more with the same means, is an agent that is stuck, in whatever order it shuffles its calls.
 * What keeps it from being one: a single round with news ends the row: an answer not seen before, a call that
 * succeeded for the first time. "File updated" ten times after ten different edits is news every time, as each is another
 * edit; an acknowledgement never counts as nothing found. "command not found" with another line number is the same failure, so failures are
 * compared with their numbers, ids and times blanked; answers of calls that went well are not, for there a number may be the news.
 * A call to another tool that was not made before is a change of course and is not held back.
 * Source of the rule: seed 002, level 4; failure streaks as Hermes and crush count them.
 */
export interface StallSettings {
  /** Rounds in a row without news at which a loop is likely, the judged one included. */
  readonly likely: number;
  /** Rounds in a row with the same failure at which it is certain, if the judged call was made before; else twice as many. */
  readonly certain: number;
  /** From this length on the same answer from different tools is no mere acknowledgement. */
  readonly minAnswerLength: number;
}

/** A call that was never made may be the one that works: it is held back only this much later. */
const patienceWithNewCalls = 2;

export const stall: Detector<StallSettings> = {
  id: 'stall',
  detect({ candidate, history }: Evidence, settings: StallSettings): Finding | undefined {
    const rounds = earlierRounds(history, candidate);
    const siblings = answeredSiblings(history, candidate);
    if (siblings.length > 0 && hasNews([...rounds, siblings], rounds.length)) return undefined;
    const known = history.some((entry) => entry.signature === candidate.signature);
    const failing = failingRow(rounds, candidate.tool);
    const certain = known ? settings.certain : settings.certain * patienceWithNewCalls;
    if (failing.length + 1 >= certain) return finding(candidate, failing, 'certain', certain);
    const row = [failing, known ? oldRow(rounds, candidate) : [], echoRow(rounds, settings.minAnswerLength)].find(
      ({ length }) => length + 1 >= settings.likely,
    );
    return row === undefined ? undefined : finding(candidate, row, 'likely', settings.likely);
  },
};

/**
 * The rounds the history ends with in which the tool failed the same way each time, one call of each, oldest first.
 * Rounds with other tools do not count; one of them that brought news ends the row.
 */
function failingRow(rounds: readonly Round[], tool: string): WindowEntry[] {
  const row: WindowEntry[] = [];
  for (let at = rounds.length - 1; at >= 0; at--) {
    const ofTool = rounds[at]!.filter((entry) => entry.tool === tool);
    if (ofTool.length === 0) {
      if (hasNews(rounds, at)) break;
      continue;
    }
    const failure = (row[0] ?? ofTool[0]!).outcome;
    if (failure === undefined || failure.kind === 'plain') break;
    if (!ofTool.every(({ outcome }) => outcome?.kind === failure.kind && outcome.shapeDigest === failure.shapeDigest)) break;
    row.unshift(ofTool[0]!);
  }
  return row;
}

/**
 * The rounds the history ends with that all got one and the same answer, though several tools were asked. Two tools have no
 * reason to answer alike word for word, unless something answers for them: a filter, a lost login, a dead server.
 */
function echoRow(rounds: readonly Round[], minAnswerLength: number): WindowEntry[] {
  const row: WindowEntry[] = [];
  const answer = rounds.at(-1)?.[0]?.outcome;
  if (answer === undefined || answer.length < minAnswerLength) return [];
  for (let at = rounds.length - 1; at >= 0; at--) {
    if (!rounds[at]!.every(({ outcome }) => outcome?.digest === answer.digest)) break;
    row.unshift(rounds[at]![0]!);
  }
  return new Set(row.map((entry) => entry.tool)).size > 1 ? row : [];
}

/** The rounds without news that the history ends with, one call of each. */
function oldRow(rounds: readonly Round[], { signature }: WindowEntry): WindowEntry[] {
  const answers = new Map<string, string | undefined>();
  const failures = new Set<string>();
  let row: WindowEntry[] = [];
  for (const round of rounds) {
    if (round.every((entry) => isOld(entry, answers, failures))) row.push(round[0]!);
    else row = [];
    for (const entry of round) {
      answers.set(entry.signature, entry.outcome?.digest);
      if (entry.outcome !== undefined && entry.outcome.kind !== 'plain') failures.add(failureKey(entry));
    }
  }
  // A plain repeat belongs to `repeat`.
  if (row.every((entry) => entry.signature === signature)) return [];
  return row;
}

function isOld(entry: WindowEntry, answers: ReadonlyMap<string, string | undefined>, failures: ReadonlySet<string>): boolean {
  const { outcome } = entry;
  if (answers.has(entry.signature)) {
    const before = answers.get(entry.signature);
    if (before === undefined || outcome === undefined || before === outcome.digest) return true;
  }
  return outcome !== undefined && outcome.kind !== 'plain' && failures.has(failureKey(entry));
}

/** The same failure of the same tool. */
const failureKey = (entry: WindowEntry): string => `${entry.tool}\n${entry.outcome?.kind}\n${entry.outcome?.shapeDigest}`;

function finding(
  candidate: WindowEntry,
  row: readonly WindowEntry[],
  certainty: Finding['certainty'],
  threshold: number,
): Finding {
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
