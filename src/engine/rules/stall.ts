import { endsFailures } from '../facts/outcome';
import type { Evidence } from '../ledger/evidence';
import { compareResults } from '../ledger/rounds';
import { defineDetector, stoppingCalls } from './detector';
import {
  failingRow,
  failuresOfServer,
  isAnotherWay,
  isAnsweredAlike,
  isDetailed,
  rejectedEdits,
  rejectedRow,
  repeatedCheckFailures,
  revisits,
  emptyAnswers,
  sharedAnswers,
  variations,
  wordedAlike,
} from './stallRows';
import { count } from './setting';
import { isAlike } from './similarity';

/** A new call may be the one that works. */
const PATIENCE_WITH_NEW_CALLS = 2;

/** A call that has little in common with those that failed is even more likely to work. */
const PATIENCE_WITH_OTHER_WAYS = 2;

/** Reading again does less harm than failing: fifteen files read a second time are not a loop yet. */
const PATIENCE_WITH_REVISITS = 4;

/** How many more calls may be made if all are only made for the second time: after an edit, agents look again. */
const SECOND_LOOKS = 4;

/** How many more calls of different tools may have one answer, such as the state of a form on a page. */
const SAME_STATE = 1;

/**
 * No progress over many rounds: the calls differ, but nothing that they return is of use.
 *
 * Why it is a loop: a model continues when a result brings something new. There are these ways to learn nothing, each a
 * row of rounds up to now:
 * - One tool fails for one cause, or finds nothing, whatever changes in its arguments.
 * - The identical check fails with the same report after every change. It is never stopped.
 * - The tools of an MCP server that can't be reached: no arguments are to blame, so the model is told once.
 * - A search gives several questions the same short answer, or different tools return exactly the same result:
 *   something answers in their place (a filter, a lost login).
 * - Every call was made before and got the same result or failure as before, in any order. A second look at each of a
 *   few things may still be a check, as before an edit or after one; a third look at one of them is not. A call that
 *   got a different answer before, as in a debugger, is no look at something known, and leads to no warning.
 * What keeps it from being one: something new. A new result, or a call of another tool that succeeds for the first
 * time, ends the row, unless edits are rejected: reading the file doesn't help if the next edit is rejected for the
 * same cause. An acknowledgment never counts as finding nothing: "File updated" after each of ten edits is new. An
 * agent that tries something different gets one more attempt.
 */
export const stall = defineDetector({
  id: 'stall',
  settings: {
    maxStalls: count(
      // Three attempts are normal; a fourth one after the same failure three times isn't.
      4,
      'Number of calls without progress before a warning: the same failure, nothing found, or only earlier calls. A ' +
        'call that fails again is a loop at this number, new attempts at twice, and repeated earlier calls at four ' +
        'times as many.',
    ),
  },
  rules: {
    stall: {
      limit: 'maxStalls',
      patience: PATIENCE_WITH_NEW_CALLS,
      onlyHints: true,
      comparison: 'callBefore',
      counted: 'calls that fail alike or find nothing',
      told: {
        did: 'The agent’s last {before} calls returned nothing new.',
        blocked: 'The next one, {call}, was blocked.',
        once: { did: '{call} returned nothing new.', blocked: 'The next attempt was blocked.' },
        errors: {
          did: '{tool} failed {before} times for the same reason.',
          blocked: 'The next attempt, {call}, was blocked.',
        },
        errorsRemembered: {
          did: '{tool} failed {before} times for the same reason: {error}.',
          blocked: 'The next attempt, {call}, was blocked.',
        },
      },
    },
    server: {
      limit: 'maxStalls',
      patience: PATIENCE_WITH_NEW_CALLS,
      comparison: 'callBefore',
      counted: 'failures of one MCP server',
      found: {
        name: 'Server that can’t be reached',
        meaning: 'Several tools of one MCP server fail for the same reason, so the server can’t be reached.',
        pattern:
          'the last {before} calls to the MCP server of {tool} failed for the same reason: the server can’t be ' +
          'reached, whatever the tool or its arguments',
      },
      told: {
        did: 'The tools of the MCP server of {tool} failed {before} times for the same reason.',
        blocked: 'The next attempt, {call}, was blocked.',
        once: { did: '{call} failed.', blocked: 'The next attempt was blocked.' },
        errorsRemembered: {
          did: 'The tools of the MCP server of {tool} failed {before} times for the same reason: {error}.',
        },
      },
    },
    revisit: {
      limit: 'maxStalls',
      patience: PATIENCE_WITH_REVISITS,
      onlyHints: true,
      comparison: 'either',
      counted: 'steps that only repeat earlier calls',
      told: {
        did: 'The agent’s last {count} steps only repeated calls it had already made.',
        blocked: '{call} was blocked.',
      },
    },
  },
  texts: {
    name: 'No progress',
    meaning: 'The agent only repeats earlier calls, or gets the same empty result from different ones.',
    pattern: '{count} calls with no pause over {ttlSeconds}s, the last of them {tool}, returned nothing new',
    onErrors: {
      name: 'Same failure',
      meaning: 'The tool keeps failing for the same reason, whatever the agent tries.',
      pattern: '{tool} invoked {count} times with no pause over {ttlSeconds}s, failing for the same reason',
    },
    loops: 'no progress',
    option: 'No progress: the same failure whatever the agent tries, or only calls that were made before.',
    actsAt: '{maxStalls} to {4*maxStalls}',
    finds:
      'the same failure, whatever the agent tries in between; an MCP server that can’t be reached, whatever the ' +
      'tool; only calls that were made before (acts at the {4*maxStalls})',
    likely: '{maxStalls}, one more when the latest attempt differs, four more when all calls were made once before',
    certain:
      '{maxStalls} call that fails for the same reason and has failed before, {2*maxStalls} for new ones, ' +
      '{4*maxStalls} for those with little in common (`maxStalls`); {4*maxStalls} step that only repeats earlier calls',
    why: 'nothing the agent tries brings anything new',
    unless: 'a new result; another tool that succeeds for the first time; another reason',
  },

  *tally(evidence) {
    const { candidate, rounds, isKnownCall } = evidence;
    // A call of the same round may bring the success that ends a row.
    if (rounds.siblings.length === 0) {
      yield { rule: 'server', certainty: 'certain', row: failuresOfServer(evidence, { newsEnds: true }) };
      yield { rule: 'server', certainty: 'likely', row: failuresOfServer(evidence), isOnce: true };
    }
    if (rounds.siblingsHaveProgress) {
      return;
    }
    const failing = failingRow(evidence);
    const fails = isKnownCall && hasFailedForGood(evidence);
    // Each new question may have the answer that nothing is there.
    const isQuestion = !isKnownCall && failing.at(-1)?.outcome?.kind === 'nothing';
    const areAnsweredAlike = isAnsweredAlike(failing);
    // The reason why an edit was rejected long ago may be gone, if others got through since.
    const isSure =
      fails && (candidate.edits !== true || failing.some((call) => call.signature === candidate.signature));
    if (isSure || !isQuestion) {
      const isOneMore = isSure || areAnsweredAlike || failing.some((call) => isAlike(candidate, call));
      const factor = isOneMore ? 1 : PATIENCE_WITH_OTHER_WAYS;
      // A rejected edit says why: the next one may be right while the words of the rejection change.
      const row = candidate.edits === true && !isSure ? wordedAlike(failing) : failing;
      yield { rule: 'stall', certainty: 'certain', row: stoppingCalls(row, candidate), isSure, factor };
    }
    const { row: known, hasThirdLook } = revisits(evidence);
    // Revisits differ from each other, but each got its own earlier result again.
    const results = compareResults(known) === 'errors' ? 'errors' : 'same';
    yield { rule: 'revisit', certainty: 'certain', row: stoppingCalls(known, candidate), results };
    const rejected = rejectedRow(evidence);
    const mayHelp = !fails && (isKnownCall || !areAnsweredAlike) && isAnotherWay(candidate, failing);
    yield { rule: 'stall', certainty: 'likely', row: failing, tries: mayHelp ? 1 : 0 };
    const isSwitch = rejected[0]?.tool !== candidate.tool;
    const triesForEdits = isAnotherWay(candidate, rejected) ? 1 : 0;
    yield { rule: 'stall', certainty: 'likely', row: rejected, tries: triesForEdits, isOnce: isSwitch };
    yield { rule: 'stall', certainty: 'likely', row: sharedAnswers(evidence), tries: SAME_STATE };
    yield { rule: 'stall', certainty: 'likely', row: emptyAnswers(evidence), tries: 1 };
    const checks = repeatedCheckFailures(evidence);
    yield { rule: 'stall', certainty: 'likely', row: checks, tries: isDetailed(checks) ? 0 : 1 };
    yield { rule: 'stall', certainty: 'likely', row: variations(evidence) };
    yield { rule: 'stall', certainty: 'likely', row: rejectedEdits(evidence), tries: 1 };
    if (!wasAnsweredOtherwise(evidence)) {
      yield { rule: 'revisit', certainty: 'likely', row: known, results, tries: hasThirdLook ? 0 : SECOND_LOOKS };
    }
  },
});

/** One that has succeeded since its failure, such as a flaky test, may do so again. */
function hasFailedForGood({ candidate, history }: Evidence): boolean {
  const outcomes = history.flatMap(({ signature, outcome }) =>
    signature === candidate.signature && outcome !== undefined ? [outcome] : [],
  );
  const first = outcomes.findIndex((outcome) => !endsFailures(outcome));
  return first >= 0 && !outcomes.slice(first).some(endsFailures);
}

function wasAnsweredOtherwise({ candidate, history, rounds }: Evidence): boolean {
  return history.some((call) => call.signature === candidate.signature && rounds.gainOf(call) === 'changed');
}
