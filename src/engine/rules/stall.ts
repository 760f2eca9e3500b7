import { endsFailures } from '../facts/outcome';
import type { WindowEntry } from '../ledger/entry';
import { isAlike } from './similarity';
import { defineDetector } from './detector';
import type { Evidence } from '../ledger/evidence';
import { compareResults, type Rounds } from '../ledger/rounds';
import { count } from './setting';
import { stoppingCalls } from './tally';
import type { RecordedOutcome } from '../facts/call';

/** How many more calls may be made if all are made only for the second time: after an edit, one looks again. */
const SECOND_LOOKS = 4;

/** A new call may be the one that works, so it is blocked only after this many times the count. */
const PATIENCE_WITH_NEW_CALLS = 2;

/** How many more calls of different tools may have one answer: the state of a page that one fills in, say. */
const SAME_STATE = 1;

/**
 * No progress over many rounds: the calls differ, but their results are useless.
 *
 * Why it is a loop: a model continues when a result brings something new. There are three ways to learn nothing, each a
 * row of rounds up to now:
 * - one tool fails in the same way again and again, or finds nothing again, whatever changes in its arguments;
 * - different tools return exactly the same result: something answers in their place (a filter, a lost login);
 * - every call was made before and got the same result or failure as before, in any order. A second look at each of a
 *   few things may still be a check, as before an edit or after one; a third look at one of them is not. A call that
 *   was answered otherwise before, as in a debugger, is no look at something known, and leads to no warning.
 * What keeps it from being one: something new. A new result, or a call of another tool that succeeds for the first
 * time, ends the row. "File updated" ten times after ten different edits is new every time: an acknowledgment is not a
 * failure and never counts as finding nothing. A new call that has little in common with those that failed is not
 * stopped, unless they had little in common, too. "command not found" with a different line number is the same failure:
 * failures are compared without numbers, IDs, and times. Other results are compared with them, because there the number
 * may be what is new.
 */
export const stall = defineDetector({
  id: 'stall',
  settings: {
    warnStalls: count(
      // Three attempts are normal; a fourth one after the same failure three times isn't.
      4,
      'Number of calls with the same error or the same empty result that trigger a warning.',
    ),
    maxStalls: count(
      // The same failure three times, and now a call that is known to fail, without any change.
      4,
      'Number of calls with the same error that count as a loop. Doubled when the arguments differ.',
    ),
    warnRevisits: count(
      // Repeating earlier calls for three rounds is normal (a summary, a second look); a fourth adds nothing.
      4,
      'Number of consecutive steps that only repeat earlier calls before they trigger a warning.',
    ),
    maxRevisits: count(
      // Reading again does less harm than failing, and reading fifteen files a second time, as after a compaction, is
      // not a loop yet.
      16,
      'Number of consecutive steps that only repeat earlier calls before they count as a loop.',
    ),
  },
  rules: {
    stall: {
      likely: 'warnStalls',
      certain: 'maxStalls',
      patience: PATIENCE_WITH_NEW_CALLS,
      onlyHints: true,
      comparison: 'callBefore',
      texts: {
        more: 'Allow more {tool} calls with the same error or the same empty result',
        fewer: 'Allow fewer {tool} calls with the same error or the same empty result',
        told: {
          did: 'The agent’s last {before} calls returned nothing new.',
          blocked: 'The next one, {call}, was blocked.',
          variants: {
            once: { did: '{call} returned nothing new.', blocked: 'The next attempt was blocked.' },
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
      onlyHints: true,
      certain: 'maxRevisits',
      comparison: 'either',
      texts: {
        more: 'Allow more {tool} steps that only repeat earlier calls',
        fewer: 'Allow fewer {tool} steps that only repeat earlier calls',
        told: {
          did: 'The agent’s last {count} steps only repeated calls it had already made.',
          blocked: '{call} was blocked.',
        },
      },
    },
  },
  texts: {
    name: 'No progress',
    meaning: 'The agent only repeats earlier calls, or gets the same empty result from different ones.',
    pattern: '{count} calls with no pause over {ttlSeconds}s, the last of them {tool}, returned nothing new',
    onErrors: {
      name: 'Same error',
      meaning: 'The tool fails with the same error, whatever the agent tries.',
      pattern: '{tool} invoked {count} times with no pause over {ttlSeconds}s, failing with the same error',
    },
    loops: '… no progress',
    factors: { [PATIENCE_WITH_NEW_CALLS]: 'The limit is doubled when the arguments differ.' },
  },
  documentation: {
    option: 'No progress: the same error every time, or only calls that were made before.',
    actsAt: '{maxStalls} to {2*maxStalls}',
    finds: 'the same error, whatever the agent tries; only calls that were made before (acts at the {maxRevisits})',
    likely: '{warnStalls} (`warnStalls`, `warnRevisits`), four more when all calls were made only once before',
    certain:
      '{maxStalls} call that fails the same way and has failed before, {2*maxStalls} for new ones like them ' +
      '(`maxStalls`); {maxRevisits} step that only repeats earlier calls (`maxRevisits`)',
    why: 'nothing the agent tries brings anything new',
    unless: 'a new result; another tool that succeeds for the first time',
  },

  *tally(evidence) {
    const { candidate, rounds, isKnownCall } = evidence;
    if (rounds.siblingsHaveProgress) {
      return;
    }
    const { same: failing, worded } = failingRow(rounds, candidate.tool);
    // A rejected edit says why: one cause in different words each time belongs to `obstacle`, which is more patient.
    // But an edit that was rejected just before, and is sent again unchanged, will be rejected again.
    const isResent = failing.some(({ signature }) => signature === candidate.signature);
    const stopping = candidate.edits === true && !isResent ? worded : failing;
    const fails = isKnownCall && hasFailedForGood(evidence);
    const factor = fails ? 1 : PATIENCE_WITH_NEW_CALLS;
    // That nothing is there may be the answer to each new question.
    const isQuestion = !isKnownCall && failing.at(-1)?.outcome?.kind === 'nothing';
    const areAnsweredAlike = isAnsweredAlike(failing.slice(-EQUAL_FAILURES));
    const isOneMore = areAnsweredAlike || failing.some((call) => isAlike(candidate, call));
    if (fails || (!isQuestion && isOneMore)) {
      yield { rule: 'stall', certainty: 'certain', row: stoppingCalls(stopping, candidate), factor };
    }
    const revisits = isKnownCall ? revisitRow(rounds, candidate) : [];
    // Revisits differ from each other, but each got its own earlier result again.
    const results = compareResults(revisits) === 'errors' ? 'errors' : 'same';
    yield { rule: 'revisit', certainty: 'certain', row: stoppingCalls(revisits, candidate), results };
    const mayHelp = !fails && (isKnownCall || !areAnsweredAlike) && isAnotherWay(candidate, failing.at(-1));
    yield { rule: 'stall', certainty: 'likely', row: failing, tries: mayHelp ? 1 : 0 };
    yield { rule: 'stall', certainty: 'likely', row: sharedAnswers(rounds, candidate), tries: SAME_STATE };
    if (!isKnownCall) {
      return;
    }
    const hasChanged = evidence.history.some(
      (call) => call.signature === candidate.signature && rounds.gainOf(call) === 'changed',
    );
    if (!hasChanged) {
      const tries = hasThird(revisits, rounds, candidate) ? 0 : SECOND_LOOKS;
      yield { rule: 'revisit', certainty: 'likely', row: revisits, results, tries };
    }
  },
});

/** The identical call has failed before, and has not gone well since: one that did, such as a flaky test, may again. */
function hasFailedForGood({ candidate, history }: Evidence): boolean {
  const outcomes = history.flatMap(({ signature, outcome }) =>
    signature === candidate.signature && outcome !== undefined ? [outcome] : [],
  );
  const first = outcomes.findIndex((outcome) => !endsFailures(outcome));
  return first >= 0 && !outcomes.slice(first).some(endsFailures);
}

/** After this many failures that are the same to the letter, what the calls do makes no difference. */
const EQUAL_FAILURES = 3;

/** Longer than "Exit code 1", with which a search ends that finds nothing. */
const EXIT_CHARACTERS = 24;

/** The last call looked for something and found nothing, or the candidate has little in common with it. */
function isAnotherWay(candidate: WindowEntry, last: WindowEntry | undefined): boolean {
  if (last === undefined) {
    return false;
  }
  const { check, outcome } = last;
  const isExit = check !== undefined && outcome?.kind === 'failed' && outcome.length <= EXIT_CHARACTERS;
  return outcome?.kind === 'nothing' || isExit || !isAlike(candidate, last);
}

/**
 * Calls that have little in common all failed, with one and the same text: then something answers in the place of all
 * of them, such as a machine that is gone.
 */
function isAnsweredAlike(calls: readonly WindowEntry[]): boolean {
  const [first] = calls;
  return (
    calls.length === EQUAL_FAILURES &&
    calls.every(({ outcome }) => outcome?.kind === 'failed' && outcome.digest === first?.outcome?.digest) &&
    calls.some((call) => first !== undefined && !isAlike(call, first))
  );
}

/** Longer than "ok", "done" or {"status":"success"}: acknowledgments that many tools share. */
const LEAST_ANSWER_LENGTH = 24;

/**
 * The newest rounds in which a tool failed in the same way, one call of each, oldest first. Rounds with other tools
 * don't count, but a new result in one of them ends the row.
 * @returns `same`: the same except for numbers, or the same cause in other words; `worded`: the newest of these, up to
 * the first whose failure is worded otherwise
 */
function failingRow(
  rounds: Rounds,
  tool: string,
): { readonly same: readonly WindowEntry[]; readonly worded: readonly WindowEntry[] } {
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
    const outcomes = round.filter((call) => call.tool === tool).map(({ outcome }) => outcome);
    if (!outcomes.every((outcome) => hasSameShape(outcome, failure))) {
      if (!outcomes.every((outcome) => hasSameShape(outcome, failure) || hasSameCause(outcome, failure))) {
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

/** The same except for numbers. */
function hasSameShape(outcome: RecordedOutcome | undefined, failure: RecordedOutcome): boolean {
  return outcome?.kind === failure.kind && outcome.shapeDigest === failure.shapeDigest;
}

/** The same cause in other words. */
function hasSameCause(outcome: RecordedOutcome | undefined, failure: RecordedOutcome): boolean {
  const cause = outcome?.causeDigest;
  return outcome?.kind === failure.kind && cause !== undefined && cause === failure.causeDigest;
}

/**
 * The newest rounds that all got the same result from several tools; one call of each, oldest first. After failures, an
 * agent that turns to another tool may solve the problem.
 */
function sharedAnswers(rounds: Rounds, { tool }: WindowEntry): WindowEntry[] {
  const answer = rounds.newestFirst[0]?.[0].outcome;
  if (answer === undefined || answer.kind === 'done' || answer.length < LEAST_ANSWER_LENGTH) {
    return [];
  }
  const same = rounds.newestWhile((round) => round.every(({ outcome }) => outcome?.digest === answer.digest));
  const row = same.map(([first]) => first);
  const tools = new Set(row.map((call) => call.tool));
  return tools.size > 1 && (answer.kind !== 'failed' || tools.has(tool)) ? row.reverse() : [];
}

/** How often a step that only does something, such as restarting a program, may be needed again. */
const MOST_SET_UPS = 3;

/**
 * The newest rounds that brought nothing, one call of each, oldest first. A step that was only acknowledged is no look
 * at something known: it prepares the next ones, for a few times.
 */
function revisitRow(rounds: Rounds, { signature }: WindowEntry): WindowEntry[] {
  const vain = rounds.newestWhile((round) =>
    round.every((call) => ['same', 'failedSame'].includes(rounds.gainOf(call))),
  );
  const row = vain.map(([first]) => first).reverse();
  const times = timesMade(rounds);
  // The identical call alone belongs to `repeat`.
  return row.every((call) => call.signature === signature)
    ? []
    : row.filter((call) => call.outcome?.kind !== 'done' || (times.get(call.signature) ?? 0) > MOST_SET_UPS);
}

/** Whether one of the calls, or the candidate, is made for the third time at least. */
function hasThird(row: readonly WindowEntry[], rounds: Rounds, candidate: WindowEntry): boolean {
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
