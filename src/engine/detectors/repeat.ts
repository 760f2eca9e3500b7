import type { Finding } from '../finding';
import type { WindowEntry } from '../window';
import type { Detector } from './detector';
import type { Evidence } from './evidence';
import { compareAnswers, type Round, sameAnswer } from './rounds';

/**
 * The identical call again: same tool, same arguments, same answer.
 *
 * Why it is a loop: a tool that was asked the same question, with nothing done in between that could change the answer,
 * and that gave the same answer, will give it once more. The model has learned nothing and is about to learn nothing.
 * What keeps it from being one: a new answer (polling, reading a terminal), or work in between that succeeded and was
 * never done before (edit, then test again). Both restart the count, but only up to a ceiling of `ceilingFactor` times
 * the threshold:
 * whoever asks that often is better told, whatever the answers. Calls that fail, or that were made before, are no such
 * work: a loop with fillers is still a loop.
 * Source of the rule: consecutive repeats (seeds 000, 001), k of a window (seed 002), answers compared as OpenHands,
 * crush and Hermes do, rounds as OpenRouter does.
 */
export interface RepeatSettings {
  /** Rounds with the identical call at which a loop is likely, the judged one included. */
  readonly likely: number;
  /** Rounds at which it is certain. */
  readonly certain: number;
  /** New answers and work in between excuse a repeat until `threshold × ceilingFactor` rounds. */
  readonly ceilingFactor: number;
}

export const repeat: Detector<RepeatSettings> = {
  id: 'repeat',
  detect(evidence: Evidence, settings: RepeatSettings): Finding | undefined {
    if (!evidence.askedBefore) {
      return undefined;
    }
    const { likely, certain, ceilingFactor } = settings;
    const { candidate } = evidence;
    const { dense, undoubted, all } = followChain(evidence);
    const atCeiling = all.length + 1 >= certain * ceilingFactor;
    const judge = (
      chain: readonly WindowEntry[],
      certainty: Finding['certainty'],
      threshold: number,
    ): Finding | undefined =>
      chain.length + 1 < threshold ? undefined : describe(candidate, chain, { certainty, threshold, atCeiling });
    return (
      judge(undoubted, 'certain', certain) ??
      judge(all, 'certain', certain * ceilingFactor) ??
      judge(dense, 'likely', likely) ??
      judge(all, 'likely', likely * ceilingFactor)
    );
  },
};

/** Earlier identical calls, newest first, one of each round. */
interface Chain {
  /** Those that no news excuses, and that come at least every second round. */
  readonly dense: readonly WindowEntry[];
  /** Those that neither news nor the doubt about unknown answers excuses. */
  readonly undoubted: readonly WindowEntry[];
  readonly all: readonly WindowEntry[];
}

/**
 * Walks back over the rounds that hold the identical call. Each round of news in between excuses one repeat, a changed
 * answer excuses everything before it. A chain is the longest one that is left at any point of the walk.
 */
function followChain(evidence: Evidence): Chain {
  const rounds = evidence.rounds;
  const { signature } = evidence.candidate;
  const all: WindowEntry[] = [];
  let dense = 0;
  let undoubted = 0;
  let excuses = rounds.siblingsHaveNews ? 1 : 0;
  let doubts = 0;
  let changed = false;
  /** The last match whose answer is known: an answer that got lost in between hides no change. */
  let newer: WindowEntry | undefined;
  let walked = 1;
  for (const round of rounds.newestFirst) {
    walked++;
    const match = identicalIn(round, signature);
    if (match === undefined) {
      if (rounds.hasNews(round)) {
        excuses++;
      } else if (round.some((call) => call.outcome === undefined)) {
        doubts++;
      }
      continue;
    }
    changed ||= newer !== undefined && !sameAnswer(newer, match);
    newer = match.outcome === undefined ? newer : match;
    all.push(match);
    if (changed) {
      continue;
    }
    const left = all.length - excuses;
    if (walked <= 2 * (left + 1)) {
      dense = Math.max(dense, left);
    }
    undoubted = Math.max(undoubted, left - doubts);
  }
  return { dense: all.slice(0, dense), undoubted: all.slice(0, undoubted), all };
}

/** Most rounds hold one call. */
function identicalIn(round: Round, signature: string): WindowEntry | undefined {
  return round[0].signature === signature
    ? round[0]
    : round.length === 1
      ? undefined
      : round.find((call) => call.signature === signature);
}

function describe(
  candidate: WindowEntry,
  chain: readonly WindowEntry[],
  { certainty, threshold, atCeiling }: Pick<Finding, 'certainty' | 'threshold' | 'atCeiling'>,
): Finding {
  return {
    detector: 'repeat',
    certainty,
    threshold,
    atCeiling,
    count: chain.length + 1,
    calls: [...chain.map((call) => call.index).reverse(), candidate.index],
    results: compareAnswers(chain),
    period: 1,
  };
}
