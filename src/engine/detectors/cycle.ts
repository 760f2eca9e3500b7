import type { Finding } from '../finding';
import { wentWell } from '../outcome';
import type { WindowEntry } from '../window';
import type { Detector } from './detector';
import type { Evidence } from './evidence';
import { compareAnswers, sameAnswer } from './rounds';

/**
 * A pattern of several different calls, walked through again and again: A-B-A-B, A-B-C-A-B-C.
 *
 * Why it is a loop: each step is the reaction to the answer before it. When the whole pattern came round and every
 * answer was what it was the last time, the model is back in the state it was in, and will react the same way again.
 * What keeps it from being one: any step that got a new answer (edit, test, edit, test; wait, poll, wait, poll). A
 * plain repeat is not a pattern and belongs to `repeat`. Calls of one round have no order among themselves, so a
 * pattern is compared round by round.
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
  readonly calls: readonly WindowEntry[];
}

export const cycle: Detector<CycleSettings> = {
  id: 'cycle',
  detect(evidence: Evidence, settings: CycleSettings): Finding | undefined {
    if (!evidence.askedBefore) {
      return undefined;
    }
    const newestFirst = [[evidence.candidate], ...evidence.rounds.newestFirst].map(step);
    let likely: Finding | undefined;
    for (let length = settings.minPatternLength; length <= settings.maxPatternLength; length++) {
      const found = judge(newestFirst, length, settings);
      if (found?.certainty === 'certain') {
        return found;
      }
      likely ??= found;
    }
    return likely;
  },
};

/** Calls of one round have no order, and the same call twice in it is one. */
function step(calls: readonly WindowEntry[]): Step {
  return { key: [...new Set(calls.map((call) => call.signature))].sort().join('\n'), calls };
}

function judge(newestFirst: readonly Step[], length: number, settings: CycleSettings): Finding | undefined {
  const { minPatternRepetitions: likely, certainRepetitions: certain, ceilingFactor } = settings;
  if (!isPattern(newestFirst.slice(0, length))) {
    return undefined;
  }
  const all = passes(newestFirst, length);
  if (all < Math.min(likely, certain)) {
    return undefined;
  }
  const unchanged = unchangedPasses(newestFirst, length);
  const atCeiling = all >= certain * ceilingFactor;
  const finding = (certainty: Finding['certainty'], count: number, threshold: number): Finding | undefined =>
    count < threshold
      ? undefined
      : describe(newestFirst.slice(0, length * count), { certainty, count, threshold, atCeiling, period: length });
  return (
    finding('certain', unchanged, certain) ??
    finding('certain', all, certain * ceilingFactor) ??
    finding('likely', unchanged, likely) ??
    finding('likely', all, likely * ceilingFactor)
  );
}

/** Different steps, and not itself a shorter pattern repeated (that one is found with its own length). */
function isPattern(steps: readonly Step[]): boolean {
  for (let period = 1; period <= steps.length / 2; period++) {
    if (steps.length % period === 0 && steps.every((each, at) => each.key === steps[at % period]?.key)) {
      return false;
    }
  }
  return true;
}

/** How many whole passes of the newest pattern the steps end with, whatever the answers. */
function passes(newestFirst: readonly Step[], length: number): number {
  const end = newestFirst.findIndex((_, at) => !recurs(newestFirst, at, length));
  return Math.floor(end / length) + 1;
}

/**
 * How many of those passes got the same answers. The candidate's answer nobody knows yet: it counts as the old one
 * again if that was a failure or unknown too, but an answer that told something has to come twice first (wait, poll,
 * wait, poll).
 * A step that was answered otherwise takes the newest pass back.
 */
function unchangedPasses(newestFirst: readonly Step[], length: number): number {
  const end = newestFirst.findIndex(
    (newer, at) => !recurs(newestFirst, at, length) || !sameAnswers(newer, newestFirst[at + length]),
  );
  const changed = recurs(newestFirst, end, length) ? length : 0;
  const toldSomething =
    newestFirst[length]?.calls.some((call) => call.outcome !== undefined && wentWell(call.outcome)) ?? false;
  return Math.floor((end - changed - (toldSomething ? 1 : 0)) / length) + 1;
}

/** Whether a step asks for what the step one pass earlier asked for. */
function recurs(newestFirst: readonly Step[], at: number, length: number): boolean {
  const newer = newestFirst[at];
  const older = newestFirst[at + length];
  if (newer === undefined || older === undefined) {
    return false;
  }
  return at === 0 ? holds(older, newer) : older.key === newer.key;
}

/** The candidate's siblings may not have been judged yet, so its step matches a round that holds it among others. */
function holds(older: Step, { calls: [candidate] }: Step): boolean {
  return older.calls.some((call) => call.signature === candidate?.signature);
}

function sameAnswers(newer: Step, older: Step | undefined): boolean {
  return newer.calls.every((call) =>
    older?.calls.some((before) => before.signature === call.signature && sameAnswer(call, before)),
  );
}

function describe(
  newestFirst: readonly Step[],
  judgement: Pick<Finding, 'certainty' | 'count' | 'threshold' | 'atCeiling' | 'period'>,
): Finding {
  const calls = [...newestFirst].reverse().flatMap((each) => each.calls);
  return {
    ...judgement,
    detector: 'cycle',
    calls: calls.map((call) => call.index),
    results: everyAnswerAgain(calls) ? 'same' : compareAnswers(calls),
  };
}

/** Each step got its own answer again, though the steps differ among themselves. */
function everyAnswerAgain(calls: readonly WindowEntry[]): boolean {
  const answered = calls.filter((call) => call.outcome !== undefined);
  const same = answered.every((call) =>
    answered.every((other) => other.signature !== call.signature || sameAnswer(call, other)),
  );
  return answered.length > 0 && same && !answered.every((call) => call.outcome?.kind === 'failed');
}
