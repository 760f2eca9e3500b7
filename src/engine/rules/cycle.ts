import { succeeded } from '../facts/outcome';
import type { WindowEntry } from '../ledger/entry';
import { CEILING_FACTOR, defineDetector, REPETITION_FACTORS, RUSH_FACTOR } from './detector';
import type { Results } from '../ledger/rounds';
import type { Certainty, Observation } from './detector';
import { compareAnswers, mayHaveSameAnswer } from '../ledger/rounds';
import { count } from './setting';
import { unseenFactor } from './detector';

/**
 * A repeating pattern of several different calls: A-B-A-B, A-B-C-A-B-C.
 *
 * Why it is a loop: each step is a reaction to the previous result. If the whole pattern repeats and every
 * result is the same as last time, the model is back in the same state and will react in the same way again.
 * What keeps it from being one: a new result in any step (edit, test, edit, test; wait, poll, wait, poll), also that
 * of a call in the round of the checked call. A plain repeat is not a pattern and belongs to `repeat`. Calls of one
 * round have no order, so a pattern is compared round by round.
 */
export const cycle = defineDetector({
  id: 'cycle',
  settings: {
    minPatternLength: count(2, 'Shortest repeating cycle to detect, in calls.', { most: 10 }),
    // `stall` finds longer patterns, as calls that were made before.
    maxPatternLength: count(5, 'Longest repeating cycle to detect, in calls.', { most: 10 }),
    minPatternRepetitions: count(
      // A second pass with the same results may still be a check; a third is not.
      2,
      'Number of times a cycle must repeat to trigger a warning.',
    ),
    maxPatternRepetitions: count(3, 'Number of times a cycle must repeat to count as a loop.'),
  },
  rules: {
    cycle: {
      likely: 'minPatternRepetitions',
      certain: 'maxPatternRepetitions',
      comparison: 'identicalCall',
      texts: {
        more: 'Allow {count} rounds of a cycle with {tool}',
        fewer: 'Allow fewer rounds of a cycle with {tool}',
        told: {
          did: 'The agent went around the same {period} calls {count} times and got the same results each time.',
          blocked: 'The last call, {call}, was blocked.',
          variants: {
            remembered: {
              did: 'The agent made the same calls {count} times with the same results: {calls}.',
              blocked: 'The last call was blocked.',
            },
            ceiling: {
              did:
                'The agent went around the same {period} calls {count} times. Results kept changing, but that is the ' +
                'hard limit.',
              blocked: 'The last call, {call}, was blocked.',
            },
          },
        },
      },
    },
  },
  texts: {
    name: 'Repeating cycle of {period} calls',
    meaning: 'The same few calls in turn, again and again, each with the same result as before.',
    pattern:
      'the same {period} calls, the last of them {tool}, made in turn {count} times with no pause over {ttlSeconds}s',
    summary: 'The agent went through the same {period} steps {count} times, most recently with {tool}',
    loops: '… repeating cycles',
    factors: REPETITION_FACTORS,
  },
  documentation: {
    kind: 'repeating cycles',
    option: 'Repeating cycle: several calls in turn, such as A-B-A-B, with the same results.',
    warnsAt: '{minPatternRepetitions} pass',
    actsAt: '{maxPatternRepetitions} pass',
    finds: 'A-B-A-B, up to five different calls in turn, with the same results',
    likely: '{minPatternRepetitions} pass (`minPatternRepetitions`)',
    certain: '{maxPatternRepetitions} pass (`maxPatternRepetitions`)',
    why: 'the whole pattern of 2 to 5 calls repeated, and every result was the same',
    unless: 'a new result in any step',
  },
  measures: ['minPatternLength', 'maxPatternLength'],
  warnings: [
    {
      applies: ({ minPatternLength, maxPatternLength }) => minPatternLength > maxPatternLength,
      settings: { shortest: 'minPatternLength', longest: 'maxPatternLength' },
      text: 'No cycle can be found: {shortest} is greater than {longest}.',
    },
  ],

  detect(evidence, { minPatternLength, maxPatternLength, minPatternRepetitions, maxPatternRepetitions }) {
    if (!evidence.askedBefore || evidence.rounds.siblingsHaveNews) {
      return undefined;
    }
    const newestFirst = [[evidence.candidate], ...evidence.rounds.newestFirst].map(step);
    const recent = newestFirst.filter(({ calls }) => calls.every((call) => evidence.isRecent(call))).length;
    let likely: Observation<'cycle'> | undefined;
    for (let length = minPatternLength; length <= maxPatternLength; length++) {
      const found = judge(newestFirst, length, minPatternRepetitions, maxPatternRepetitions, recent);
      if (found?.certainty === 'certain') {
        return found;
      }
      likely ??= found;
    }
    return likely;
  },
});

/** One step of a pattern: what a round asked for. */
interface Step {
  readonly key: string;
  readonly calls: readonly WindowEntry[];
}

/** Calls of one round have no order, and identical calls in it count once. */
function step(calls: readonly WindowEntry[]): Step {
  return { key: [...new Set(calls.map((call) => call.signature))].sort().join('\n'), calls };
}

const callsOf = ({ calls }: Step): readonly WindowEntry[] => calls;

/** Looks for a pattern of this length; `likely` and `certain` are numbers of passes, `recent` one of steps. */
function judge(
  newestFirst: readonly Step[],
  length: number,
  likely: number,
  certain: number,
  recent: number,
): Observation<'cycle'> | undefined {
  if (!isPattern(newestFirst.slice(0, length))) {
    return undefined;
  }
  const all = passes(newestFirst, length);
  if (all < Math.min(likely, certain)) {
    return undefined;
  }
  const unchanged = unchangedPasses(newestFirst, length);
  const allRecent = Math.min(all, Math.floor(recent / length));
  const known = allRecent - passesWithNews(newestFirst.slice(0, length * allRecent), length);
  const rush = allRecent >= certain * CEILING_FACTOR ? Math.floor((newestFirst[0]?.calls[0]?.rush ?? 0) / length) : 0;
  const speak = (certainty: Certainty, times: number, limit: number, factor = 1): Observation<'cycle'> | undefined => {
    if (times < limit * factor) {
      return undefined;
    }
    const steps = newestFirst.slice(0, length * Math.min(times, all)).toReversed();
    return {
      rule: 'cycle',
      certainty,
      count: times,
      factor,
      steps: steps.map(({ calls }) => calls.map(({ index }) => index)),
      results: compareSteps(steps.flatMap(({ calls }) => calls)),
      atCeiling: certainty === 'certain' && times >= certain * CEILING_FACTOR,
      period: length,
    };
  };
  return (
    speak('certain', unchanged, certain, unseenFactor(newestFirst.slice(0, length * unchanged).flatMap(callsOf))) ??
    speak('certain', known, certain, CEILING_FACTOR) ??
    speak('certain', rush, certain, RUSH_FACTOR) ??
    speak('likely', unchanged, likely) ??
    speak('likely', known, likely, CEILING_FACTOR) ??
    // Once, see `repeat`.
    (allRecent === likely * CEILING_FACTOR ? speak('likely', allRecent, likely, CEILING_FACTOR) : undefined)
  );
}

/** Steps that differ and are not a repeated shorter pattern (which is found with its own length). */
function isPattern(steps: readonly Step[]): boolean {
  for (let period = 1; period <= steps.length / 2; period++) {
    if (steps.length % period === 0 && steps.every((each, at) => each.key === steps[at % period]?.key)) {
      return false;
    }
  }
  return true;
}

/** With how many whole passes of the newest pattern the steps end, whatever the results. */
function passes(newestFirst: readonly Step[], length: number): number {
  const end = newestFirst.findIndex((_, at) => !recurs(newestFirst, at, length));
  return Math.floor(end / length) + 1;
}

/** In how many passes but the oldest a call got an answer that it had not got before. */
function passesWithNews(newestFirst: readonly Step[], length: number): number {
  const answers = new Set<string>();
  let passes = 0;
  for (let end = newestFirst.length; end > 0; end -= length) {
    const before = answers.size;
    for (const { signature, outcome } of newestFirst.slice(end - length, end).flatMap(({ calls }) => calls)) {
      if (outcome !== undefined) {
        answers.add(`${signature} ${outcome.digest}`);
      }
    }
    passes += end < newestFirst.length && answers.size > before ? 1 : 0;
  }
  return passes;
}

/**
 * How many of those passes got the same results. The candidate's result isn't known yet. If the previous one was a
 * failure or unknown, the same is assumed; a result with content must occur twice first (wait, poll, wait, poll).
 * A step with a different result removes the newest pass.
 */
function unchangedPasses(newestFirst: readonly Step[], length: number): number {
  const end = newestFirst.findIndex(
    (newer, at) => !recurs(newestFirst, at, length) || !sameAnswers(newer, newestFirst[at + length]),
  );
  const changed = recurs(newestFirst, end, length) ? length : 0;
  const toldSomething =
    newestFirst[length]?.calls.some((call) => call.outcome !== undefined && succeeded(call.outcome)) ?? false;
  return Math.floor((end - changed - (toldSomething ? 1 : 0)) / length) + 1;
}

/** Whether a step asks for what the step one pass earlier asked for. */
function recurs(newestFirst: readonly Step[], at: number, length: number): boolean {
  const newer = newestFirst[at];
  const older = newestFirst[at + length];
  return newer !== undefined && older !== undefined && (at === 0 ? holds(older, newer) : older.key === newer.key);
}

/** Other calls of the candidate's round may not be checked yet, so its step matches a round that contains it. */
function holds(older: Step, { calls: [candidate] }: Step): boolean {
  return older.calls.some((call) => call.signature === candidate?.signature);
}

function sameAnswers(newer: Step, older: Step | undefined): boolean {
  return newer.calls.every((call) =>
    older?.calls.some((before) => before.signature === call.signature && mayHaveSameAnswer(call, before)),
  );
}

/** Each step may have got its own result again, even if the results of the steps differ. */
function compareSteps(calls: readonly WindowEntry[]): Results {
  const answered = calls.filter((call) => call.outcome !== undefined);
  const isSame = answered.every((call) =>
    answered.every((other) => other.signature !== call.signature || mayHaveSameAnswer(call, other)),
  );
  const allFailed = answered.every((call) => call.outcome?.kind === 'failed');
  return answered.length > 0 && isSame && !allFailed ? 'same' : compareAnswers(calls);
}
