import { endsFailures } from '../facts/outcome';
import type { RecordedOutcome } from '../facts/call';
import { serverOf } from '../facts/signs';
import type { WindowEntry } from '../ledger/entry';
import { wordsOf } from '../facts/wordSketch';
import { isAlike } from './similarity';
import { defineDetector } from './detector';
import type { Evidence } from '../ledger/evidence';
import type { Rounds } from '../ledger/rounds';
import { count } from './setting';
import { stoppingCalls } from './tally';

/** One more attempt if the next call may solve the problem. */
const PATIENCE = 1;
/** How similar calls must be to count as variations of one command. */
const VARIED_ALIKE = 0.6;

/** A failure with at least this much text says what failed; a shorter one may do so, too. */
const REPORT_CHARACTERS = 80;

/** How many causes may alternate while one command is varied. */
const MOST_CAUSES = 2;

/**
 * One tool fails for the same cause again and again: a rejected edit, a missing file, a command that needs a different
 * flag.
 *
 * Why it is a loop: every attempt in the row failed for one cause, so the changes in between didn't matter. Reading a
 * file again doesn't help either if the next edit is rejected for the same cause, so calls of other tools don't end the
 * row. Failures are compared by the lines that name an error, without what they repeat of the arguments, and without
 * numbers and volatile parts: the same rejection in other words about another line has the same cause.
 * What keeps it from being one: a success of the tool, or another cause. An agent that switches to another tool gets no
 * warning, unless the rejected attempts are edits and it already looked for a reason in between. An agent that tries
 * something different from the attempts before gets one more attempt. Both may solve the problem. If no edits are
 * rejected, a new result of another tool also ends the row. The exception is an identical check that fails with the
 * same report after every change; it is never stopped. Edits that are small steps from each other, all rejected, warn
 * whatever the reasons are.
 *
 * A server of MCP tools that can't be reached fails with each of them, so its tools count as one. The model is told
 * once, whatever it does in between, because no arguments are to blame. It is stopped only at the same limit as above.
 */
export const obstacle = defineDetector({
  id: 'obstacle',
  settings: {
    warnObstacles: count(
      // Two rejections and then a correction are normal work. A third rejection for the same cause isn't.
      4,
      'Number of failures for the same reason that trigger a warning. A different latest attempt gets one more.',
    ),
    maxObstacles: count(10, 'Number of failures for the same reason that count as a loop.'),
  },
  rules: {
    obstacle: {
      likely: 'warnObstacles',
      onlyHints: true,
      certain: 'maxObstacles',
      comparison: 'callBefore',
      texts: {
        more: 'Allow more {tool} failures for the same reason',
        fewer: 'Allow fewer {tool} failures for the same reason',
        told: {
          did: '{tool} failed {before} times for the same reason.',
          blocked: 'The next attempt, {call}, was blocked.',
          variants: {
            once: { did: '{call} failed.', blocked: 'The next attempt was blocked.' },
            errorsRemembered: {
              did: '{tool} failed {before} times for the same reason: {error}.',
              blocked: 'The next attempt, {call}, was blocked.',
            },
          },
        },
      },
    },
    server: {
      likely: 'warnObstacles',
      certain: 'maxObstacles',
      comparison: 'callBefore',
      texts: {
        found: {
          name: 'Server that can’t be reached',
          meaning: 'Several tools of one MCP server fail for the same reason, so the server can’t be reached.',
          pattern:
            'the last {before} calls to the MCP server of {tool} failed for the same reason: the server can’t be ' +
            'reached, whatever the tool or its arguments',
        },
        more: 'Allow more failures of the server of {tool}',
        fewer: 'Allow fewer failures of the server of {tool}',
        told: {
          did: 'The tools of the MCP server of {tool} failed {before} times for the same reason.',
          blocked: 'The next attempt, {call}, was blocked.',
          variants: {
            once: { did: '{call} failed.', blocked: 'The next attempt was blocked.' },
            errorsRemembered: {
              did: 'The tools of the MCP server of {tool} failed {before} times for the same reason: {error}.',
              blocked: 'The next attempt, {call}, was blocked.',
            },
          },
        },
      },
    },
  },
  texts: {
    name: 'Same failure, different attempts',
    meaning: 'The same tool keeps failing for the same reason, whatever the agent tries in between.',
    pattern: '{tool} invoked {count} times with no pause over {ttlSeconds}s, failing for the same reason',
    loops: '… failures with the same reason',
    factors: {},
  },
  documentation: {
    option: 'The same tool failing for the same reason, with other calls in between.',
    finds:
      'the same tool failing for the same reason, whatever the agent tries in between; an MCP server that can’t be ' +
      'reached, whatever the tool',
    likely: '{warnObstacles} attempt (`warnObstacles`), one more when the latest attempt differs',
    why: 'the agent changed its attempts, and the cause of the failure stayed the same',
    unless: 'the tool succeeds; another reason; a switch to another tool',
  },

  *tally(evidence) {
    const { candidate } = evidence;
    if (evidence.history.at(-1)?.round === candidate.round) {
      // A call of the same round may bring the success that ends a row.
      return;
    }
    const down = serverRow(evidence);
    const row = obstacleRow(evidence);
    yield { rule: 'server', certainty: 'certain', row: serverRow(evidence, { newsEnds: true }) };
    if (row[0]?.tool === candidate.tool) {
      yield { rule: 'obstacle', certainty: 'certain', row: stoppingCalls(row, candidate) };
    }
    yield { rule: 'server', certainty: 'likely', row: down, isOnce: true };
    yield { rule: 'obstacle', certainty: 'likely', row, tries: isAnotherWay(candidate, row) ? PATIENCE : 0 };
    const checks = repeatedCheckFailures(evidence);
    yield { rule: 'obstacle', certainty: 'likely', row: checks, tries: isDetailed(checks) ? 0 : PATIENCE };
    yield { rule: 'obstacle', certainty: 'likely', row: variations(evidence) };
    yield { rule: 'obstacle', certainty: 'likely', row: rejectedEdits(evidence), tries: PATIENCE };
  },
});

/** The newest rounds that failed for one cause, one call of each, oldest first. */
function obstacleRow({ candidate, history, rounds }: Evidence): readonly WindowEntry[] {
  const last = history.findLast(({ outcome }) => outcome !== undefined);
  if (last?.outcome?.causeDigest === undefined || last.edits !== true) {
    return failuresFor(rounds, ({ tool }) => tool === candidate.tool, { newsEnds: true });
  }
  const edits = failuresFor(rounds, ({ tool }) => tool === last.tool);
  // Something else was done between the attempts, and did not help.
  const hasLooked = edits.some(({ round }, at) => round > (edits[at - 1]?.round ?? round) + 1);
  return candidate.tool === last.tool || hasLooked ? edits : [];
}

/**
 * The newest rounds in which the server of the candidate's tool could not be reached for one cause, one call of each,
 * oldest first; none if only one tool was tried.
 */
function serverRow({ candidate, rounds }: Evidence, { newsEnds = false }: RowRules = {}): readonly WindowEntry[] {
  const server = serverOf(candidate.tool);
  if (server === undefined) {
    return [];
  }
  const row = failuresFor(rounds, ({ tool }) => serverOf(tool) === server, {
    newsEnds,
    isSame: (a, b) => a?.unreachable !== undefined && a.unreachable === b?.unreachable,
  });
  return [...row, candidate].some(({ tool }) => tool !== row[0]?.tool) ? row : [];
}

/**
 * The newest rounds in which the identical check failed with the same report, whatever was changed in between. One or
 * two words ("2 failed") don't show whether the same thing failed, unless they state a cause ("Killed").
 */
function repeatedCheckFailures({ candidate, rounds, isKnownCall }: Evidence): readonly WindowEntry[] {
  if (!isKnownCall) {
    return [];
  }
  const row = failuresFor(rounds, ({ signature }) => signature === candidate.signature, {
    // A check that fails with a result that differs in more than numbers fails elsewhere, which shows progress.
    isSame: (a, b) => haveSameCause(a, b) && a?.shapeDigest === b?.shapeDigest,
  });
  return isDetailed(row) || row[0]?.outcome?.isStated === true ? row : [];
}

function isDetailed([first]: readonly WindowEntry[]): boolean {
  return (first?.outcome?.length ?? 0) >= REPORT_CHARACTERS;
}

/**
 * The newest rounds with an edit that was rejected, for whatever reason, one edit of each, oldest first; none if one of
 * them has little in common with the checked one.
 */
function rejectedEdits({ candidate, rounds }: Evidence): readonly WindowEntry[] {
  const row: WindowEntry[] = [];
  for (const round of candidate.edits === true ? rounds.newestFirst : []) {
    const edit = round.find(({ tool }) => tool === candidate.tool);
    if (
      edit === undefined
        ? rounds.mayHaveProgress(round)
        : round.length > 1 || edit.outcome?.kind !== 'failed' || edit.outcome.isRefused
    ) {
      break;
    }
    if (edit !== undefined) {
      row.push(edit);
    }
  }
  return row.every((edit) => isAlike(edit, candidate)) ? row.reverse() : [];
}

/** What ends a row of failures, in addition to a success or another cause. */
interface RowRules {
  /** New results of other calls. */
  readonly newsEnds?: boolean;
  /** Everything that isn't the same by this; left out: another cause. */
  readonly isSame?: (a: RecordedOutcome | undefined, b: RecordedOutcome | undefined) => boolean;
}

function failuresFor(
  rounds: Rounds,
  isOfRow: (call: WindowEntry) => boolean,
  { newsEnds = false, isSame = haveSameCause }: RowRules = {},
): WindowEntry[] {
  const row: WindowEntry[] = [];
  for (const round of rounds.newestFirst) {
    const calls = round.filter((call) => isOfRow(call) && call.outcome !== undefined);
    const gotThrough = calls.some(({ outcome }) => outcome !== undefined && endsFailures(outcome));
    const one = gotThrough ? undefined : calls.find(({ outcome }) => isSame(outcome, row[0]?.outcome ?? outcome));
    if (one !== undefined) {
      row.push(one);
    }
    if (
      one === undefined
        ? calls.length > 0 || (newsEnds && rounds.mayHaveProgress(round))
        : newsEnds && rounds.hasProgress(round)
    ) {
      break;
    }
  }
  return row.reverse();
}

function haveSameCause(a: RecordedOutcome | undefined, b: RecordedOutcome | undefined): boolean {
  return a?.causeDigest !== undefined && a.causeDigest === b?.causeDigest;
}

/** The next call may solve the problem: it differs from the last attempt and doesn't edit the same file again. */
function isAnotherWay(candidate: WindowEntry, row: readonly WindowEntry[]): boolean {
  const [last, before] = row.toReversed();
  if (last === undefined || last.outcome?.kind === 'nothing') {
    return true;
  }
  const editsGoOn = before !== undefined && row.every((call) => call.edits === true) && isAlike(last, before);
  return !isAlike(candidate, last) && !editsGoOn;
}

/**
 * The newest calls, oldest first, if all are one command with different flags that failed every time, for at most two
 * alternating causes. Edits are left out, because each of them is work.
 */
function variations({ candidate, rounds }: Evidence): WindowEntry[] {
  const varied = rounds.newestWhile(
    ([call, ...parallel]) =>
      parallel.length === 0 &&
      call.tool === candidate.tool &&
      failureCause(call) !== undefined &&
      call.edits !== true &&
      wordsOf(candidate) !== undefined &&
      isAlike(candidate, call, VARIED_ALIKE),
  );
  const row = varied.map(([call]) => call);
  const causes = new Set(row.map(failureCause));
  return causes.size > MOST_CAUSES || causes.size === row.length ? [] : row.reverse();
}

function failureCause({ outcome }: WindowEntry): string | undefined {
  return outcome?.kind === 'failed' ? outcome.causeDigest : undefined;
}
