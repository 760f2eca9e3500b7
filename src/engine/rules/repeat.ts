import { succeeded } from '../facts/outcome';
import type { WindowEntry } from '../ledger/entry';
import type { Evidence, Beside } from '../ledger/evidence';
import {
  countFor,
  defineDetector,
  HARD_LIMIT_FACTOR,
  REPETITION_FACTORS,
  repetitionFactor,
  RUSH_FACTOR,
} from './detector';
import { writesBlock } from '../facts/fileChange';
import { count } from './setting';

/** Twice may be a slip or a check. There is no reason to ask three times for something that can't have changed. */
const LEAST_TO_WARN = 3;

/**
 * The identical call again: same tool, same arguments, same result.
 *
 * Why it is a loop: nothing in between could change the result, so it will be the same again, and the model learns
 * nothing from it.
 * What keeps it from being one: a new result (polling, reading a terminal), or new work that succeeded, in between or
 * in the same round (edit, then test again). Calls that fail, or that were made before, are not new work: a loop with
 * other calls in between is still a loop. But an edit that is rejected for a new reason excuses one more look.
 */
export const repeat = defineDetector({
  id: 'repeat',
  settings: {
    maxRepeats: count(
      // Real agents do something three times on purpose (installments, retries); no recorded one did it four times.
      4,
      'Number of identical calls, with no new result in between, that count as a loop. The last one is blocked.',
    ),
  },
  rules: {
    repeat: {
      limit: 'maxRepeats',
      leastToWarn: LEAST_TO_WARN,
      comparison: 'identicalCall',
      told: {
        did: '{call} returned the same result {before} times.',
        blocked: 'The next identical call was blocked.',
        ask: '{call} already returned the same result {before} times. Run it again?',
        once: {
          did: '{call} ran once, and nothing has changed since.',
          blocked: 'The identical call after it was blocked.',
          ask: '{call} already ran, and nothing has changed since. Run it again?',
        },
        errors: {
          did: '{call} failed {before} times.',
          ask: '{call} already failed {before} times. Run it again?',
        },
        unknown: {
          did: '{call} ran {before} times; its results couldn’t be seen.',
          ask: '{call} already ran {before} times; its results couldn’t be seen. Run it again?',
        },
        changed: { did: '{call} ran {before} times, and its results kept changing.' },
        hardLimit: {
          did: '{call} ran {before} times. Its results kept changing, but {threshold} is the hard limit.',
          blocked: 'The next call was blocked.',
          ask: '{call} already ran {before} times, and {threshold} is the hard limit. Run it again?',
        },
      },
    },
  },
  texts: {
    name: 'Identical calls',
    meaning: 'The same tool with the same arguments, and nothing in between that could change the result.',
    pattern: '{tool} invoked with identical params {count} times with no pause over {ttlSeconds}s',
    loops: 'identical calls',
    factors: REPETITION_FACTORS,
    option: 'Identical calls with the same or an unknown result.',
    finds: 'the identical call, with the same result or an unknown one',
    likely: '{maxRepeats-1} identical call',
    why: 'the same call with the same result, and nothing in between that could change it',
    unless: 'a new result; new work in between that succeeded',
  },

  *tally(evidence, { maxRepeats }) {
    if (!evidence.isKnownCall && evidence.inRow.length === 0) {
      return;
    }
    const { all, dense, undoubted, limited } = countRepeats(evidence);
    const newest = (length: number) => all.slice(Math.max(0, all.length - Math.floor(length)));
    const rush = rushBefore(evidence);
    const rule = 'repeat';
    const sure = newest(undoubted);
    const { siblings, newestFirst } = evidence.rounds;
    const moves = [...siblings, ...(newestFirst[0] ?? [])].filter((call) => call.moves === true);
    if (!evidence.hasNewsSinceRepeat) {
      yield { rule, certainty: 'certain', row: sure, factor: repetitionFactor(sure, moves) };
    }
    yield { rule, certainty: 'certain', row: limited, factor: HARD_LIMIT_FACTOR };
    yield { rule, certainty: 'certain', row: newest(rush), count: rush + 1, factor: RUSH_FACTOR, results: 'changed' };
    yield { rule, certainty: 'likely', row: newest(dense) };
    yield { rule, certainty: 'likely', row: limited, factor: HARD_LIMIT_FACTOR };
    const warnsAt = countFor('likely', maxRepeats, { leastToWarn: LEAST_TO_WARN });
    const tries = maxRepeats * SLOW_FACTOR - warnsAt;
    yield { rule, certainty: 'likely', row: sameAtEnd(evidence.inRow), tries, isOnce: true };
  },
});

/** This many times `maxRepeats` gets a hint if pauses longer than the TTL lie between the calls. */
const SLOW_FACTOR = 2;

function sameAtEnd(calls: readonly WindowEntry[]): readonly WindowEntry[] {
  const answer = calls.at(-1)?.outcome?.digest;
  return answer === undefined ? [] : calls.slice(calls.findLastIndex(({ outcome }) => outcome?.digest !== answer) + 1);
}

/** How many calls came back to back before the checked one, if all that are remembered are identical to it. */
function rushBefore({ candidate: { rush = 1, signature }, history }: Evidence): number {
  return history.slice(1 - rush).every((call) => call.signature === signature) ? rush - 1 : 0;
}

/** Earlier identical calls, oldest first, one for each round. */
interface Repeats {
  readonly all: readonly WindowEntry[];
  /** How many of them no progress excuses, and that occur at least every second round. */
  readonly dense: number;
  /** How many of them neither progress nor doubt excuses. */
  readonly undoubted: number;
  /**
   * Those that the hard limit counts, without new results: if the call fails or finds nothing, all since it last
   * succeeded, whatever was done in between; otherwise those since the last progress.
   */
  readonly limited: readonly WindowEntry[];
}

/** What is unsure excuses half a repeat. */
const UNSURE = 0.5;

/**
 * Walks back over the steps. Progress between two repeats, or next to the newer one, excuses one repeat, and a changed
 * result excuses everything before it. Progress next to the first call excuses nothing: that call is no repeat. The
 * counts are the highest at any point of the walk.
 */
function countRepeats(evidence: Evidence): Repeats {
  const { candidate, rounds, steps } = evidence;
  const isSameBlock = writesSameBlock(candidate);
  const last = evidence.history.findLast((call) => call.signature === candidate.signature)?.outcome;
  const isLook = candidate.edits !== true && last !== undefined && succeeded(last);
  /** Newest first. */
  const all: WindowEntry[] = [];
  let sinceProgress = 0;
  let dense = 0;
  let undoubted = 0;
  let progress = 0;
  let unsure = 0;
  /** Since the newer repeat. */
  let since = { hasReason: false, isRejected: false };
  let changed = false;
  const note = (beside: Beside): void => {
    progress += beside === 'progress' ? 1 : 0;
    unsure += beside === 'unsure' ? UNSURE : 0;
    since.hasReason ||= beside === 'reason';
    since.isRejected ||= beside === 'rejected';
  };
  note(evidence.besideNow);
  for (const [at, { match, beside }] of steps.entries()) {
    if (match !== undefined) {
      progress += isLook && since.hasReason && !since.isRejected ? 1 : 0;
      if (match.wait === undefined || match.outcome?.life === 'ended') {
        unsure += !isSameBlock && failsOtherwise(match, all.at(-1)) ? UNSURE : 0;
        all.push(match);
        const left = all.length - progress;
        if (!changed) {
          dense = at + 1 < 2 * (left + 1) ? Math.max(dense, left) : dense;
          undoubted = Math.max(undoubted, left - unsure);
        }
        sinceProgress = progress === 0 ? all.length : sinceProgress;
      }
      since = { hasReason: false, isRejected: false };
      changed ||= !isSameBlock && rounds.gainOf(match) === 'changed';
    }
    note(beside);
  }
  const end = all.findIndex(({ outcome }) => outcome !== undefined && succeeded(outcome));
  const failing = end < 0 ? all : all.slice(0, end);
  const fails = failing.some(({ outcome }) => outcome !== undefined);
  const limited = (fails ? failing : all.slice(0, sinceProgress)).filter((call) => !rounds.hasNewResult(call));
  return { all: all.toReversed(), dense, undoubted, limited: limited.reverse() };
}

/** A failure with other numbers may be a step: fewer tests that fail, more that is downloaded. */
function failsOtherwise({ outcome }: WindowEntry, newer: WindowEntry | undefined): boolean {
  const after = newer?.outcome;
  return outcome !== undefined && after !== undefined && !succeeded(after) && outcome.digest !== after.digest;
}

/**
 * An edit that writes the same block once more: that the file looks different each time is its own doing, and no news.
 * What is sent to a running program is no edit.
 */
function writesSameBlock({ tool, edits, handles = [], argumentsValue, changes }: WindowEntry): boolean {
  const isEdit = edits === true && handles.length === 0;
  // Arguments that are too large to be kept name no program, either.
  return isEdit && (argumentsValue === undefined ? changes !== undefined : writesBlock(tool, argumentsValue));
}
