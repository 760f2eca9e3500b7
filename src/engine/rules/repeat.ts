import { succeeded } from '../facts/outcome';
import type { WindowEntry } from '../ledger/entry';
import type { Evidence } from '../ledger/evidence';
import type { Gain } from '../ledger/gain';
import { HARD_LIMIT_FACTOR, REPETITION_FACTORS, RUSH_FACTOR, defineDetector, unseenFactor } from './detector';
import { writesBlock } from '../facts/fileChange';
import { count } from './setting';

const NEXT_BLOCKED = 'The next identical call was blocked.';

/**
 * The identical call again: same tool, same arguments, same result.
 *
 * Why it is a loop: nothing in between could change the result, the result was the same, so it will be the same again.
 * The model has learned nothing and won't learn anything.
 * What keeps it from being one: a new result (polling, reading a terminal), or new work in between that succeeded
 * (edit, then test again). Both restart the count, new work only up to the hard limit within the TTL. After as many
 * calls with nothing else new in between, a model that gets a new result each time is told so once. It is stopped only
 * if it doesn't let any time pass: see `RUSH_FACTOR`. Calls that fail, or that were made before, are not new work: a
 * loop with other calls in between is still a loop. But an edit that is rejected for a reason that no edit before was
 * rejected for excuses one more look. Nor is it a new result that a file has grown by the same block of text once more.
 */
export const repeat = defineDetector({
  id: 'repeat',
  settings: {
    maxRepeats: count(
      // Real agents do something three times on purpose (installments, retries); no recorded one did it four times.
      4,
      'Number of identical calls, with no new result in between, that count as a loop. The last one is blocked.',
      { environment: 'TOOL_LOOP_MAX_REPEATS', isMain: true },
    ),
    warnRepeats: count(
      // Twice may be a slip or a check. There is no reason to ask three times for something that can't have changed.
      3,
      'Number of identical calls that trigger a warning. Must be lower than `#toolLoopGuard.maxRepeats#` to have an ' +
        'effect.',
    ),
  },
  rules: {
    repeat: {
      likely: 'warnRepeats',
      certain: 'maxRepeats',
      comparison: 'identicalCall',
      texts: {
        more: 'Allow more identical {tool} calls',
        fewer: 'Allow fewer identical {tool} calls',
        told: {
          did: '{call} returned the same result {before} times.',
          blocked: NEXT_BLOCKED,
          ask: '{call} already returned the same result {before} times. Run it again?',
          variants: {
            once: {
              did: '{call} ran once, and nothing has changed since.',
              blocked: 'The identical call after it was blocked.',
              ask: '{call} already ran, and nothing has changed since. Run it again?',
            },
            errors: {
              did: '{call} failed {before} times.',
              blocked: NEXT_BLOCKED,
              ask: '{call} already failed {before} times. Run it again?',
            },
            unknown: {
              did: '{call} ran {before} times; its results couldn’t be seen.',
              blocked: NEXT_BLOCKED,
              ask: '{call} already ran {before} times; its results couldn’t be seen. Run it again?',
            },
            changed: { did: '{call} ran {before} times, and its results kept changing.', blocked: NEXT_BLOCKED },
            hardLimit: {
              did: '{call} ran {before} times. Its results kept changing, but {count} is the hard limit.',
              blocked: 'The next call was blocked.',
              ask: '{call} already ran {before} times, and {count} is the hard limit. Run it again?',
            },
          },
        },
      },
    },
  },
  texts: {
    name: 'Identical calls',
    meaning: 'The same tool with the same arguments, and nothing in between that could change the result.',
    pattern: '{tool} invoked with identical params {count} times with no pause over {ttlSeconds}s',
    loops: '… identical calls',
    factors: REPETITION_FACTORS,
  },
  documentation: {
    option: 'Identical calls with the same or an unknown result.',
    finds: 'the identical call, with the same result or an unknown one',
    likely: '{warnRepeats} identical call (`warnRepeats`)',
    why: 'the same call with the same result, and nothing in between that could change it',
    unless: 'a new result; new work in between that succeeded',
  },
  warnings: [
    {
      applies: ({ maxRepeats }) => maxRepeats === 2,
      settings: { most: 'maxRepeats' },
      onlyWhereItStops: true,
      text: 'With maxRepeats 2, the agent is stopped the second time it makes a call, even if it just looks again.',
    },
  ],
  callsNeeded: ({ maxRepeats }) => maxRepeats * HARD_LIMIT_FACTOR,

  *tally(evidence, { warnRepeats, maxRepeats }) {
    if (!evidence.isKnownCall) {
      return;
    }
    const { dense, undoubted, steady, all } = followChain(evidence);
    const newest = (length: number) => all.slice(all.length - Math.min(length, all.length));
    const recent = all.filter((call) => evidence.isRecent(call));
    const known = newest(recent.filter((call) => !evidence.rounds.hasNewResult(call)).length);
    const rush = rushBefore(evidence);
    const rule = 'repeat';
    yield { rule, certainty: 'certain', row: newest(undoubted), factor: unseenFactor(newest(undoubted)) };
    yield { rule, certainty: 'certain', row: known, factor: HARD_LIMIT_FACTOR };
    yield { rule, certainty: 'certain', row: newest(rush), count: rush + 1, factor: RUSH_FACTOR, results: 'changed' };
    yield { rule, certainty: 'likely', row: newest(dense) };
    yield { rule, certainty: 'likely', row: known, factor: HARD_LIMIT_FACTOR };
    const polls = steady.filter((call) => evidence.isRecent(call));
    // Once: a log that goes on growing needs no more. What runs again after each edit needs none.
    const factor = Math.max(1, Math.floor((maxRepeats * HARD_LIMIT_FACTOR) / warnRepeats));
    const tries = maxRepeats * HARD_LIMIT_FACTOR - warnRepeats * factor;
    yield { rule, certainty: 'likely', row: polls, factor, tries, isOnce: true, results: 'changed' };
  },
});

/** How many calls came back to back before the checked one, if all that are remembered are identical to it. */
function rushBefore({ candidate: { rush = 1, signature }, history }: Evidence): number {
  return history.slice(1 - rush).every((call) => call.signature === signature) ? rush - 1 : 0;
}

/** Earlier identical calls, oldest first, one for each round. */
interface RepeatChain {
  /** How many of them no new result excuses, and that occur at least every second round. */
  readonly dense: number;
  /** How many of them neither a new result nor an unknown one excuses. */
  readonly undoubted: number;
  /** Those with nothing new between them and the next one. */
  readonly steady: readonly WindowEntry[];
  readonly all: readonly WindowEntry[];
}

/**
 * Walks back over the rounds with the identical call. Each round with something new in between excuses one repeat, and
 * a changed result excuses everything before it. The chain is the longest one that remains at any point of the walk.
 */
function followChain(evidence: Evidence): RepeatChain {
  const rounds = evidence.rounds;
  const { signature } = evidence.candidate;
  const isSameBlock = writesSameBlock(evidence.candidate);
  const isLook = hasShown(evidence);
  /** Newest first. */
  const all: WindowEntry[] = [];
  const steady: WindowEntry[] = [];
  let dense = 0;
  let undoubted = 0;
  let excuses = rounds.siblingsHaveProgress ? 1 : 0;
  let excusesOfNewer = excuses;
  let doubts = 0;
  /** Between the newer match and this one, newest first. */
  let rejections: WindowEntry[] = [];
  /** A newer match brought another result than this one. */
  let changed = false;
  for (const [at, round] of rounds.newestFirst.entries()) {
    const match = round.find((call) => call.signature === signature);
    if (match === undefined) {
      if (rounds.hasProgress(round) || round.some((call) => isHiddenEdit(call, rounds.gainOf(call)))) {
        excuses++;
      } else if (round.some(isDoubt)) {
        doubts++;
      } else if (isLook) {
        rejections.push(...round.filter((call) => isRejection(call)));
      }
      continue;
    }
    const anew = rejections.filter((call) => rounds.gainOf(call) === 'failedAnew').length;
    if (rejections.every((call) => isForAnotherReason(call, evidence))) {
      excuses += anew;
    } else {
      doubts += anew;
    }
    rejections = [];
    const isCounted = !changed;
    changed ||= !isSameBlock && rounds.gainOf(match) === 'changed';
    if (match.wait !== undefined && match.outcome?.life !== 'ended') {
      // The model continued because of something new, so it didn't make the same decision again.
      continue;
    }
    all.push(match);
    if (excuses === excusesOfNewer) {
      steady.push(match);
    }
    excusesOfNewer = excuses;
    if (!isCounted) {
      continue;
    }
    const left = all.length - excuses;
    if (at + 1 < 2 * (left + 1)) {
      dense = Math.max(dense, left);
    }
    undoubted = Math.max(undoubted, left - doubts);
  }
  return { dense, undoubted, steady: steady.reverse(), all: all.reverse() };
}

/** The identical call, which is no edit, went well the last time. */
function hasShown({ candidate: { signature, edits }, history }: Evidence): boolean {
  const outcome = history.findLast((call) => call.signature === signature)?.outcome;
  return edits !== true && outcome !== undefined && succeeded(outcome);
}

/** Nobody knows whether the call brought anything new, or a checker said no. */
function isDoubt({ outcome }: WindowEntry): boolean {
  return outcome === undefined || outcome.isVerdict === true;
}

/** An edit that was rejected: a look at the file after it may tell why. */
function isRejection({ edits, outcome }: WindowEntry): boolean {
  return edits === true && outcome?.kind === 'failed';
}

/** No edit before was rejected for this reason. */
function isForAnotherReason({ index, outcome }: WindowEntry, { history }: Evidence): boolean {
  const cause = outcome?.causeDigest;
  return (
    cause !== undefined &&
    !history.some((call) => call.index < index && isRejection(call) && call.outcome?.causeDigest === cause)
  );
}

/** A new edit whose result is kept from hooks: what is checked after it is not what was checked before. */
function isHiddenEdit({ changes }: WindowEntry, gain: Gain): boolean {
  return gain === 'unknown' && changes !== undefined;
}

/**
 * An edit that writes a block of text: made again, it writes the block once more. That the file looks different each
 * time is its own doing, and no news. What is sent to a program that runs is no edit.
 */
function writesSameBlock({ tool, edits, handles = [], argumentsValue, changes }: WindowEntry): boolean {
  const isEdit = edits === true && handles.length === 0;
  // Arguments that are too large to be kept name no program, either.
  return isEdit && (argumentsValue === undefined ? changes !== undefined : writesBlock(tool, argumentsValue));
}
