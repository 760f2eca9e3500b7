import { succeeded } from '../facts/outcome';
import type { WindowEntry } from '../ledger/entry';
import { defineDetector, REPETITION_FACTORS, repetitionFactor, type Tally } from './detector';
import { compareResults, mayHaveSameResult, type Results, type Rounds } from '../ledger/rounds';
import { count } from './setting';

/**
 * A repeating pattern of several different calls: A-B-A-B, A-B-C-A-B-C.
 *
 * Why it is a loop: each step is a reaction to the previous result. If the whole pattern repeats and every
 * result is the same as last time, the model is back in the same state and will react in the same way again.
 * What keeps it from being one: a new result in any step (edit, test, edit, test; wait, poll, wait, poll), even that
 * of a call in the round of the checked call. A plain repeat is not a pattern and belongs to `repeat`. Calls of one
 * round have no order, so a pattern is compared round by round.
 */
export const cycle = defineDetector({
  id: 'cycle',
  settings: {
    minPatternLength: count(2, 'Shortest repeating cycle to detect, in calls.', { most: 10 }),
    // `stall` finds longer patterns, as calls that were made before.
    maxPatternLength: count(8, 'Longest repeating cycle to detect, in calls.', { most: 10 }),
    maxPatternRepetitions: count(
      // A second pass with the same results may still be a check; a third is not.
      3,
      'Number of times a cycle must repeat to count as a loop.',
    ),
  },
  rules: {
    cycle: {
      limit: 'maxPatternRepetitions',
      unit: 'rounds',
      comparison: 'identicalCall',
      told: {
        did: 'The agent repeated the same {period} calls {count} times and got the same results each time.',
        blocked: 'The last call, {call}, was blocked.',
        remembered: {
          did: 'The agent made the same calls {count} times with the same results: {calls}.',
          blocked: 'The last call was blocked.',
        },
      },
    },
  },
  texts: {
    name: 'Repeating cycle of {period} calls',
    meaning: 'The same calls in the same order, with the same results.',
    pattern:
      'the same {period} calls, the last of them {tool}, made in turn {count} times with no pause over {ttlSeconds}s',
    loops: 'repeating cycles',
    factors: REPETITION_FACTORS,
    option: 'Repeating cycle: several calls in turn, such as A-B-A-B, with the same results.',
    warnsAt: '{maxPatternRepetitions-1} pass',
    actsAt: '{maxPatternRepetitions} pass',
    finds: 'A-B-A-B, up to eight calls in turn, with the same results',
    likely: '{maxPatternRepetitions-1} pass',
    certain: '{maxPatternRepetitions} pass (`maxPatternRepetitions`)',
    why: 'the whole pattern of 2 to 8 calls repeated, and every result was the same',
    unless: 'a new result in any step',
  },
  measures: ['minPatternLength', 'maxPatternLength'],

  *tally(evidence, { minPatternLength, maxPatternLength }) {
    if (!evidence.isKnownCall || evidence.rounds.siblingsHaveProgress) {
      return;
    }
    const newestFirst = [[evidence.candidate], ...evidence.rounds.newestFirst].map(stepOf);
    const repeated: Tally<'cycle'>[] = [];
    for (let period = minPatternLength; period <= maxPatternLength; period++) {
      const passes = isPattern(newestFirst.slice(0, period))
        ? unchangedPasses(newestFirst, period, evidence.rounds)
        : 0;
      if (passes > 1) {
        repeated.push(tallyOf(newestFirst.slice(0, period * passes).toReversed(), period, passes));
      }
    }
    for (const tally of repeated) {
      yield { ...tally, certainty: 'certain' };
    }
    for (const tally of repeated) {
      yield { ...tally, certainty: 'likely', factor: 1 };
    }
  },
});

interface Step {
  readonly key: string;
  readonly calls: readonly WindowEntry[];
}

/** Calls of one round have no order, and identical ones count once. */
function stepOf(calls: readonly WindowEntry[]): Step {
  return { key: [...new Set(calls.map((call) => call.signature))].sort().join('\n'), calls };
}

function tallyOf(steps: readonly Step[], period: number, count: number): Tally<'cycle'> {
  const calls = steps.flatMap((step) => step.calls);
  return {
    rule: 'cycle',
    row: [],
    count,
    factor: repetitionFactor(calls),
    steps: steps.map((step) => step.calls.map(({ index }) => index)),
    results: compareSteps(calls),
    period,
  };
}

/** A repeated shorter pattern is found with its own length. */
function isPattern(steps: readonly Step[]): boolean {
  for (let period = 1; period <= steps.length / 2; period++) {
    if (steps.length % period === 0 && steps.every((each, at) => each.key === steps[at % period]?.key)) {
      return false;
    }
  }
  return true;
}

/**
 * How many of the newest passes got the same results. The candidate's result isn't known yet. If the previous one was a
 * failure or unknown, the same is assumed; a result with content must occur twice first (wait, poll, wait, poll).
 * A step with a different result removes the newest pass.
 */
function unchangedPasses(newestFirst: readonly Step[], length: number, rounds: Rounds): number {
  const end = newestFirst.findIndex(
    (newer, at) => !recurs(newestFirst, at, length) || newer.calls.some((call) => rounds.gainOf(call) === 'changed'),
  );
  const changed = recurs(newestFirst, end, length) ? length : 0;
  const toldSomething =
    newestFirst[length]?.calls.some((call) => call.outcome !== undefined && succeeded(call.outcome)) ?? false;
  return Math.floor((end - changed - (toldSomething ? 1 : 0)) / length) + 1;
}

function recurs(newestFirst: readonly Step[], at: number, length: number): boolean {
  const newer = newestFirst[at];
  const older = newestFirst[at + length];
  if (newer === undefined || older === undefined) {
    return false;
  }
  // Other calls of the candidate's round may not be checked yet, so its step matches a round that contains it.
  return at === 0 ? older.calls.some((call) => call.signature === newer.calls[0]?.signature) : older.key === newer.key;
}

/** Each step may have got its own result again, even if the results of the steps differ. */
function compareSteps(calls: readonly WindowEntry[]): Results {
  const answered = calls.filter((call) => call.outcome !== undefined);
  const isSame = answered.every((call) =>
    answered.every((other) => other.signature !== call.signature || mayHaveSameResult(call, other)),
  );
  const allFailed = answered.every((call) => call.outcome?.kind === 'failed');
  return answered.length > 0 && isSame && !allFailed ? 'same' : compareResults(calls);
}
