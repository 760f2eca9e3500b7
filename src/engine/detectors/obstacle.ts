import { signsOf } from '../callSigns';
import type { WindowEntry } from '../window';
import { wordsOf } from '../wordSketch';
import { isAlike, mayMeet } from './attempts';
import { CEILING_FACTOR, defineDetector } from './detector';
import type { Evidence } from './evidence';
import type { Certainty, Observation } from './observation';
import { compareAnswers, type Rounds, stepsOf } from './rounds';
import { count } from './setting';
import { OBSTACLE_TOLD } from './toldTexts';

/** One attempt more where the next call may be the way out. */
const PATIENCE = 1;
/** How alike calls are that vary one command. */
const VARIED_ALIKE = 0.6;

/** From here on a failure tells what failed. */
const REPORT_CHARACTERS = 80;

/** As many causes may take turns while one command is varied. */
const MOST_CAUSES = 2;

/**
 * One tool meets one obstacle again and again: an edit that is rejected, a file that is not there, a command that
 * wants another flag.
 *
 * Why it is a loop: every attempt of the row failed for one cause, so what was varied in between did not matter.
 * Looking at a file again does not help either when the next edit is rejected for the same cause, so calls of other
 * tools do not end the row. Failures are compared by the lines that name an error, without what they repeat of the
 * question, without numbers and volatile parts: the same rejection in other words about another line is the same
 * obstacle.
 * What keeps it from being one: a success of the tool, or another cause. Whoever turns to another tool is not spoken
 * to, unless the rejected attempts are edits and it had looked for a reason in between already; whoever tries something
 * unlike the attempts before has one more try: both may be the way out. Where no edits are rejected, news from another
 * tool ends the row too, but for the identical check that fails with the same report after every change; that one is
 * never stopped.
 */
export const obstacle = defineDetector({
  id: 'obstacle',
  settings: {
    warnObstacles: count(
      // Rejected twice and then corrected is how work goes; the third rejection for one cause shows that it does not.
      4,
      'Number of failures with the same cause that trigger a warning. One more when the latest attempt differs.',
    ),
    maxObstacles: count(10, 'Number of failures with the same cause that count as a loop.'),
  },
  rules: {
    obstacle: {
      likely: 'warnObstacles',
      certain: 'maxObstacles',
      comparison: 'callBefore',
      texts: {
        more: 'Allow more {tool} failures with the same cause',
        fewer: 'Allow fewer {tool} failures with the same cause',
        neverWarns: '{warn} never warns about failures with the same cause: {most} is reached first.',
        told: OBSTACLE_TOLD,
      },
    },
  },
  texts: {
    name: 'Failures with the same cause',
    meaning: 'The same tool keeps failing for the same cause, whatever the agent changes or looks at in ' + 'between.',
    pattern: '{tool} invoked {count} times within {ttlSeconds}s, failing for the same cause',
    summary: 'The agent called {tool} {count} times, and it failed for the same cause each time',
    loops: '… failures with the same cause',
    factors: {},
  },
  documentation: {
    kind: 'failures with one cause',
    option: 'The same tool failing for the same cause, with other calls in between.',
    warnsAt: '{warnObstacles}',
    actsAt: '{maxObstacles}',
    finds: 'the same tool failing for the same cause, whatever the agent changes or looks at in between',
    likely: '{warnObstacles} attempt (`warnObstacles`), one more when the latest attempt differs',
    certain: '{maxObstacles} (`maxObstacles`)',
    why: 'the agent changed its attempts, and the cause of the failure stayed the same',
    unless: 'the tool succeeds; another cause; a switch to another tool',
  },

  detect(evidence, { warnObstacles, maxObstacles }) {
    const { candidate } = evidence;
    if (!mayMeet(evidence) || evidence.history.at(-1)?.round === candidate.round) {
      // Siblings may bring the success that ends a row.
      return undefined;
    }
    const row = obstacleRow(evidence);
    const speak = (
      calls: readonly WindowEntry[],
      certainty: Certainty,
      limit: number,
    ): Observation<'obstacle'> | undefined =>
      calls.length + 1 < limit
        ? undefined
        : {
            rule: 'obstacle',
            certainty,
            count: calls.length + 1,
            factor: 1,
            steps: stepsOf(calls, candidate),
            results: compareAnswers(calls),
            atCeiling: certainty === 'certain' && calls.length + 1 >= limit * CEILING_FACTOR,
          };
    return (
      (row[0]?.tool === candidate.tool ? speak(row, 'certain', maxObstacles) : undefined) ??
      speak(row, 'likely', warnObstacles + (isAnotherWay(candidate, row) ? PATIENCE : 0)) ??
      speak(checkRow(evidence), 'likely', warnObstacles) ??
      speak(variedRow(evidence), 'likely', warnObstacles)
    );
  },
});

/** The newest rounds that failed for one cause, one call of each, oldest first. */
function obstacleRow({ candidate, history, rounds }: Evidence): readonly WindowEntry[] {
  const last = history.findLast(({ outcome }) => outcome !== undefined);
  if (last?.outcome?.causeDigest === undefined || signsOf(last).edits !== true) {
    return failuresFor(rounds, ({ tool }) => tool === candidate.tool, { newsEnds: true });
  }
  const edits = failuresFor(rounds, ({ tool }) => tool === last.tool);
  return candidate.tool === last.tool || hasLooked(edits) ? edits : [];
}

/**
 * The newest rounds in which the identical check failed with the same report, whatever was changed in between. A word
 * or two ("2 failed") do not tell whether the same failed.
 */
function checkRow({ candidate, rounds, askedBefore }: Evidence): readonly WindowEntry[] {
  const row = askedBefore
    ? failuresFor(rounds, ({ signature }) => signature === candidate.signature, { alike: true })
    : [];
  return (row[0]?.outcome?.length ?? 0) < REPORT_CHARACTERS ? [] : row;
}

/** Whether something else was done between the attempts, and did not help. */
function hasLooked(row: readonly WindowEntry[]): boolean {
  return row.some(({ round }, at) => round > (row[at - 1]?.round ?? round) + 1);
}

/** What makes a row of failures end, besides a success and another cause. */
interface RowRules {
  /** News from other calls. */
  readonly newsEnds?: boolean;
  /** An answer that differs in more than numbers: a check that fails elsewhere shows progress. */
  readonly alike?: boolean;
}

function failuresFor(
  rounds: Rounds,
  isOfRow: (call: WindowEntry) => boolean,
  { newsEnds = false, alike = false }: RowRules = {},
): WindowEntry[] {
  const row: WindowEntry[] = [];
  for (const round of rounds.newestFirst) {
    const calls = round.filter((call) => isOfRow(call) && call.outcome !== undefined);
    const one = calls.find((call) => isSameObstacle(call, row[0] ?? call, alike));
    if (one !== undefined) {
      row.push(one);
    } else if (calls.length > 0 || (newsEnds && rounds.hasNews(round))) {
      break;
    }
  }
  return row.reverse();
}

function isSameObstacle({ outcome: a }: WindowEntry, { outcome: b }: WindowEntry, alike: boolean): boolean {
  return (
    a?.causeDigest !== undefined && a.causeDigest === b?.causeDigest && (!alike || a.shapeDigest === b.shapeDigest)
  );
}

/** The next call may be the way out: it is unlike the last attempt, and no further edit of what is edited. */
function isAnotherWay(candidate: WindowEntry, row: readonly WindowEntry[]): boolean {
  const [last, before] = row.toReversed();
  if (last === undefined || last.outcome?.kind === 'nothing') {
    return true;
  }
  const editsGoOn = before !== undefined && row.every((call) => signsOf(call).edits === true) && isAlike(last, before);
  return !isAlike(candidate, last) && !editsGoOn;
}

/**
 * The newest calls, if all are one command with other flags, failing every time for at most two causes in turn; oldest
 * first. Edits are left out: each of them is work.
 */
function variedRow({ candidate, rounds }: Evidence): WindowEntry[] {
  const row: WindowEntry[] = [];
  const causes = new Set<string>();
  for (const [call, ...parallel] of rounds.newestFirst) {
    const cause = call.outcome?.kind === 'failed' ? call.outcome.causeDigest : undefined;
    if (parallel.length > 0 || call.tool !== candidate.tool || cause === undefined || signsOf(call).edits === true) {
      break;
    }
    if (wordsOf(candidate) === undefined || !isAlike(candidate, call, VARIED_ALIKE)) {
      break;
    }
    causes.add(cause);
    row.push(call);
  }
  return causes.size > MOST_CAUSES || causes.size === row.length ? [] : row.reverse();
}
