import type { Finding } from '../finding';
import type { WindowEntry } from '../window';
import type { Detector, Evidence } from './detector';
import { askedBefore, compareAnswers, earlierRounds, sameAnswer, type Round } from './rounds';

/**
 * A pattern of several different calls, walked through again and again: A-B-A-B, A-B-C-A-B-C.
 *
 * Why it is a loop: each step is the reaction to the answer before it. When the whole pattern came round and every answer was
 * what it was the last time, the model is back in the state it was in, and will react the same way again.
 * What keeps it from being one: any step that got a new answer (edit, test, edit, test; wait, poll, wait, poll). A plain repeat
 * is not a pattern and belongs to `repeat`. Calls of one round have no order among themselves, so a pattern is compared
 * round by round.
 * Source of the rule: seed 002, level 2 (length 2..5, two repetitions); answers compared as Hermes and OpenHands do.
 */
export interface CycleSettings {
  readonly minPatternLength: number;
  readonly maxPatternLength: number;
  /** Whole passes through the pattern at which a loop is likely, the judged call included. */
  readonly minPatternRepetitions: number;
  /** Whole passes at which it is certain. */
  readonly certainRepetitions: number;
  /** New answers excuse a pattern until `repetitions × ceilingFactor` passes. */
  readonly ceilingFactor: number;
}

/** One step of a pattern: what a round asked for. */
interface Step {
  readonly key: string;
  readonly round: Round;
}

export const cycle: Detector<CycleSettings> = {
  id: 'cycle',
  detect({ candidate, history }: Evidence, settings: CycleSettings): Finding | undefined {
    if (!askedBefore(history, candidate)) {return undefined;}
    const steps = [...earlierRounds(history, candidate), [candidate]].map(step);
    let best: Finding | undefined;
    for (let length = settings.minPatternLength; length <= settings.maxPatternLength; length++) {
      const found = judge(steps, length, settings);
      if (found?.certainty === 'certain') {return found;}
      best ??= found;
    }
    return best;
  },
};

function step(round: Round): Step {
  if (round.length === 1) {return { key: round[0]!.signature, round };}
  return { key: [...new Set(round.map((entry) => entry.signature))].sort().join('\n'), round };
}

function judge(steps: readonly Step[], length: number, settings: CycleSettings): Finding | undefined {
  if (!isPattern(steps.slice(-length))) {return undefined;}
  const all = passes(steps, length, false);
  if (all < settings.minPatternRepetitions) {return undefined;}
  const unchanged = passes(steps, length, true);
  const certainCeiling = settings.certainRepetitions * settings.ceilingFactor;
  const likelyCeiling = settings.minPatternRepetitions * settings.ceilingFactor;
  if (unchanged >= settings.certainRepetitions)
    {return finding(steps, length, unchanged, 'certain', settings.certainRepetitions);}
  if (all >= certainCeiling) {return finding(steps, length, all, 'certain', certainCeiling);}
  if (unchanged >= settings.minPatternRepetitions)
    {return finding(steps, length, unchanged, 'likely', settings.minPatternRepetitions);}
  if (all >= likelyCeiling) {return finding(steps, length, all, 'likely', likelyCeiling);}
  return undefined;
}

/** Different steps, and not itself a shorter pattern repeated (that one is found with its own length). */
function isPattern(pattern: readonly Step[]): boolean {
  if (new Set(pattern.map((each) => each.key)).size < 2) {return false;}
  for (let period = 1; period <= pattern.length / 2; period++) {
    if (pattern.length % period === 0 && pattern.every((each, at) => each.key === pattern[at % period]!.key)) {return false;}
  }
  return true;
}

/** How many whole passes of the trailing pattern the steps end with; with `unchanged`, only those that answered the same. */
function passes(steps: readonly Step[], length: number, unchanged: boolean): number {
  let matching = 0;
  for (let at = steps.length - 1; at - length >= 0; at--) {
    const newer = steps[at]!;
    const older = steps[at - length]!;
    const same = at === steps.length - 1 ? has(older, newer.key) : newer.key === older.key;
    if (!same || (unchanged && !sameAnswers(newer.round, older.round))) {break;}
    matching++;
  }
  return Math.floor(matching / length) + 1;
}

/** The candidate's siblings may not have been judged yet, so its step matches a round that holds it among others. */
const has = (older: Step, signature: string): boolean => older.round.some((entry) => entry.signature === signature);

function sameAnswers(newer: Round, older: Round): boolean {
  return newer.every((entry) => {
    const before = older.find((other) => other.signature === entry.signature);
    return before !== undefined && sameAnswer(entry, before);
  });
}

function finding(
  steps: readonly Step[],
  length: number,
  count: number,
  certainty: Finding['certainty'],
  threshold: number,
): Finding {
  const entries = steps.slice(-length * count).flatMap((each) => each.round);
  const answered = entries.filter((entry) => entry.outcome !== undefined);
  return {
    detector: 'cycle',
    certainty,
    count,
    threshold,
    calls: entries.map((entry) => entry.index),
    results: answered.length === 0 ? 'unknown' : everyAnswerRepeats(answered) ? 'same' : compareAnswers(answered),
    period: length,
  };
}

/** Each step got its own answer again, though the steps differ among themselves. */
function everyAnswerRepeats(entries: readonly WindowEntry[]): boolean {
  return entries.every((entry) => entries.every((other) => other.signature !== entry.signature || sameAnswer(entry, other)));
}
