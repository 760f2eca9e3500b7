import { succeeded } from '../outcome';
import { signsOf } from '../callSigns';
import type { WindowEntry } from '../window';
import { isAlike } from './attempts';
import { CEILING_FACTOR, defineDetector } from './detector';
import type { Evidence } from './evidence';
import type { Certainty, Observation, Results } from './observation';
import { compareAnswers, stepsOf } from './rounds';
import { count } from './setting';
import { echoRow, failingRow, hasSameShape, revisitRow } from './stallRows';

/** A call that was never made may be the one that works: it is held back only after this many times the count. */
const PATIENCE_WITH_NEW_CALLS = 2;

/**
 * Round after round, and nothing the model did not know before: the calls differ, their answers are useless.
 *
 * Why it is a loop: a model moves on when an answer tells it something. Three ways to learn nothing, each a row of
 * rounds up to now:
 * - one tool fails the same way again and again, or finds nothing again, whatever is varied in its arguments;
 * - different tools give one and the same answer word for word: something answers in their place (a filter, a lost
 *   login);
 * - every call was made before and got the answer it got then, or failed as before, in whatever order they are
 *   shuffled.
 * What keeps it from being one: news. An answer not seen before, or another tool's call that succeeded for the first
 * time, ends the row. "File updated" ten times after ten different edits is news every time: an acknowledgement is no
 * failure and never counts as finding nothing. "command not found" with another line number is the same failure:
 * failures are compared with their numbers, ids and times blanked, answers of calls that went well are not, for there
 * the number may be the news.
 */
export const stall = defineDetector({
  id: 'stall',
  settings: {
    warnStalls: count(
      // Three attempts at one obstacle are fair; the fourth after the same failure three times over is not.
      4,
      'Number of calls with the same error or the same useless result that trigger a warning.',
    ),
    maxStalls: count(
      // The same failure three times, and now a call that is known to fail: nothing is even varied.
      4,
      'Number of calls with the same error that count as a loop. Doubled when the arguments differ.',
    ),
    warnRevisits: count(
      // Reading over known ground for three rounds happens (a summary, a second look); a fourth adds nothing.
      4,
      'Number of consecutive steps that only repeat earlier calls before they trigger a warning. Must be lower than ' +
        '`#toolLoopGuard.maxRevisits#` to have an effect.',
    ),
    maxRevisits: count(
      // Re-reading harms less than failing, and a second pass over fifteen files, as after a compaction, is no loop
      // yet.
      16,
      'Number of consecutive steps that only repeat earlier calls before they count as a loop.',
    ),
  },
  rules: {
    stall: {
      likely: 'warnStalls',
      certain: 'maxStalls',
      patience: PATIENCE_WITH_NEW_CALLS,
      comparison: 'callBefore',
      texts: {
        more: 'Allow more {tool} calls with the same error or the same useless result',
        fewer: 'Allow fewer {tool} calls with the same error or the same useless result',
        told: {
          did: "The agent's last {before} calls brought nothing new.",
          blocked: 'The next one, {call}, was blocked.',
          variants: {
            once: { did: '{call} brought nothing new.', blocked: 'The next attempt was blocked.' },
            errors: {
              did: '{tool} failed {before} times with the same error.',
              blocked: 'The next attempt, {call}, was blocked.',
            },
            errorsRemembered: {
              did: '{tool} failed {before} times with the same error: {error}.',
              blocked: 'The next attempt, {call}, was blocked.',
            },
          },
        },
      },
    },
    revisit: {
      likely: 'warnRevisits',
      certain: 'maxRevisits',
      comparison: 'either',
      texts: {
        more: 'Allow more {tool} steps that only repeat earlier calls',
        fewer: 'Allow fewer {tool} steps that only repeat earlier calls',
        neverWarns: '{warn} never warns about calls that were made before: {most} is reached first.',
        told: {
          did: "The agent's last {count} steps only repeated calls it had already made.",
          blocked: '{call} was blocked.',
        },
      },
    },
  },
  texts: {
    name: 'No progress',
    meaning: 'Only calls that were made before, or different calls with the same useless result.',
    pattern: '{count} calls, the last of them {tool}, within {ttlSeconds}s brought nothing new',
    summary: 'The agent made {count} calls, the last of them {tool}, and learned nothing new',
    onErrors: {
      name: 'Same error',
      meaning: 'The same tool fails in the same way, whatever the agent tries.',
      pattern: '{tool} invoked {count} times within {ttlSeconds}s, failing with the same error',
      summary: '{tool} failed in the same way each time, and the agent called it {count} times',
    },
    loops: '… no progress',
    factors: { [PATIENCE_WITH_NEW_CALLS]: 'The limit is doubled when the arguments differ.' },
  },
  documentation: {
    kind: 'calls that make no progress',
    option: 'No progress: the same error every time, or only calls that were made before.',
    warnsAt: '{warnStalls}',
    actsAt: '{maxStalls} to {2*maxStalls}',
    finds: 'the same error, whatever the agent tries; only calls that were made before (acts at the {maxRevisits})',
    likely: '{warnStalls} (`warnStalls`, `warnRevisits`)',
    certain:
      '{maxStalls} call that fails the same way and was made before, {2*maxStalls} if the calls differ ' +
      '(`maxStalls`); {maxRevisits} step that only repeats earlier calls (`maxRevisits`)',
    why: 'nothing the agent tries brings anything new',
    unless: 'a new result; another tool that succeeds for the first time',
  },

  detect(evidence, { warnStalls, maxStalls, warnRevisits, maxRevisits }) {
    const { candidate } = evidence;
    const known = evidence.askedBefore;
    if (!known && !mayStall(evidence)) {
      return undefined;
    }
    const rounds = evidence.rounds;
    if (rounds.siblingsHaveNews) {
      return undefined;
    }
    const speak = (
      rule: 'stall' | 'revisit',
      row: readonly WindowEntry[],
      certainty: Certainty,
      limit: number,
      factor = 1,
    ): Observation<'stall' | 'revisit'> | undefined =>
      row.length + 1 < limit * factor
        ? undefined
        : {
            rule,
            certainty,
            count: row.length + 1,
            factor,
            steps: stepsOf(row, candidate),
            results: rule === 'revisit' ? eachAsBefore(row) : compareAnswers(row),
            atCeiling: certainty === 'certain' && row.length + 1 >= limit * factor * CEILING_FACTOR,
          };
    const failing = failingRow(rounds, candidate.tool);
    // An edit says why it was rejected: one cause in ever other words is an obstacle, and that is more patient.
    const stopping = signsOf(candidate).edits === true ? failingRow(rounds, candidate.tool, hasSameShape) : failing;
    const stopped = speak('stall', stopping, 'certain', maxStalls, known ? 1 : PATIENCE_WITH_NEW_CALLS);
    if (stopped !== undefined) {
      return stopped;
    }
    const revisits = known ? revisitRow(rounds, candidate) : [];
    return (
      speak('revisit', revisits, 'certain', maxRevisits) ??
      speak('stall', failing, 'likely', warnStalls + extraTries(evidence, failing.at(-1))) ??
      speak('stall', echoRow(rounds), 'likely', warnStalls) ??
      speak('revisit', revisits, 'likely', warnRevisits)
    );
  },
});

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
  return ofTool?.outcome !== undefined && !succeeded(ofTool.outcome);
}

/**
 * One try more for a call that was never made and may be the way out: it looks for what was not found before, or has
 * little in common with what failed last.
 */
function extraTries({ candidate, askedBefore }: Evidence, last: WindowEntry | undefined): number {
  return !askedBefore && last !== undefined && (last.outcome?.kind === 'nothing' || !isAlike(candidate, last)) ? 1 : 0;
}

/** Revisits differ among themselves, but each got its own old answer again. */
function eachAsBefore(row: readonly WindowEntry[]): Results {
  return compareAnswers(row) === 'errors' ? 'errors' : 'same';
}
