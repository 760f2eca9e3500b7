import type { Finding } from '../finding';
import { wentWell } from '../outcome';
import type { WindowEntry } from '../window';
import type { Detector } from './detector';
import type { Evidence } from './evidence';
import { compareAnswers, type Rounds } from './rounds';
import { similarity, type SimilaritySettings as Measure } from './similarity';

/**
 * Nearly the same call again, with the same answer: one more space, another quote, a condition more.
 *
 * Why it is a loop: the model changes the wording, not the question, and the tool answers as before. Each attempt shows
 * that what was varied does not matter; the next variation will show it once more.
 * What keeps it from being one: an answer that differs (the variation mattered), and any other call in between that
 * succeeded and was never made before. A call whose answer is unknown proves nothing here, unlike an identical one.
 * The comparison costs more than a hash, so it is made only between calls of the same tool whose answers were the same.
 * Source of the rule: seed 001 (threshold 0.9, normalisation) and seed 002, level 3 (field by field).
 */
export interface SimilarSettings extends Measure {
  /** Rounds with nearly the same call at which a loop is likely, the judged one included. */
  readonly likely: number;
  /** Rounds at which it is certain. */
  readonly certain: number;
  /** From `certain × ceilingFactor` rounds on nobody may wave it through. */
  readonly ceilingFactor: number;
}

export const similar: Detector<SimilarSettings> = {
  id: 'similar',
  detect(evidence: Evidence, settings: SimilarSettings): Finding | undefined {
    if (settings.likely > 2 && !mayBeAlike(evidence)) {
      return undefined;
    }
    const { candidate, history } = evidence;
    const alike = trailingAlike(candidate, evidence.rounds, settings);
    const count = countAlike(candidate, alike);
    const certainty = count >= settings.certain ? 'certain' : count >= settings.likely ? 'likely' : undefined;
    if (certainty === undefined || isAcknowledgement(alike, history, settings)) {
      return undefined;
    }
    return {
      detector: 'similar',
      certainty,
      count,
      threshold: settings[certainty],
      calls: [...alike.map((call) => call.index).reverse(), candidate.index],
      results: compareAnswers(alike),
      atCeiling: count >= settings.certain * settings.ceilingFactor,
      period: 1,
    };
  },
};

/** A glance at the last two calls of the tool: if they were answered differently, nothing else needs to be compared. */
function mayBeAlike({ candidate, history }: Evidence): boolean {
  let last: WindowEntry | undefined;
  for (let at = history.length - 1; at >= 0; at--) {
    const call = history[at];
    if (call === undefined || call.tool !== candidate.tool || call.round === candidate.round) {
      continue;
    }
    if (last !== undefined && last.round !== call.round) {
      return answeredAlike(last, call);
    }
    last = call;
  }
  return false;
}

/**
 * The most recent calls of the same tool, newest first, as long as each is a small step from the next and answered
 * alike.
 */
function trailingAlike(candidate: WindowEntry, rounds: Rounds, settings: SimilarSettings): WindowEntry[] {
  const alike: WindowEntry[] = [];
  let newer = candidate;
  for (const round of rounds.newestFirst) {
    const ofTool = round.filter((call) => call.tool === candidate.tool);
    if (ofTool.length === 0) {
      if (rounds.hasNews(round)) {
        break;
      }
      continue;
    }
    const match = ofTool.find(
      (call) =>
        (newer === candidate ? call.outcome !== undefined : answeredAlike(newer, call)) &&
        looksLike(newer, call, settings),
    );
    if (match === undefined) {
      break;
    }
    alike.push(match);
    newer = match;
  }
  return alike;
}

/**
 * After the same failure every further attempt counts; after an answer only further variations do, the rest is a
 * repeat.
 */
function countAlike(candidate: WindowEntry, alike: readonly WindowEntry[]): number {
  const variations = new Set([candidate, ...alike].map((call) => call.signature)).size;
  return variations > 1 && alike[0]?.outcome?.kind === 'failed' ? alike.length + 1 : variations;
}

function answeredAlike({ outcome: a }: WindowEntry, { outcome: b }: WindowEntry): boolean {
  if (a === undefined || b === undefined || a.kind !== b.kind) {
    return false;
  }
  return a.kind === 'failed' ? a.shapeDigest === b.shapeDigest : a.digest === b.digest;
}

function looksLike(a: WindowEntry, b: WindowEntry, settings: SimilarSettings): boolean {
  return a.signature === b.signature || likeness(a, b, settings) >= settings.similarityThreshold;
}

/** Below this, two calls have little in common but the tool. */
const unlike = 0.5;

/**
 * An answer that calls of quite another kind got as well ("done", "file updated") says nothing about the variations.
 */
function isAcknowledgement(
  alike: readonly WindowEntry[],
  history: readonly WindowEntry[],
  settings: SimilarSettings,
): boolean {
  const [newest] = alike;
  if (newest?.outcome === undefined || !wentWell(newest.outcome)) {
    return false;
  }
  if (newest.outcome.kind === 'done') {
    return true;
  }
  const { digest } = newest.outcome;
  return history.some(
    (call) =>
      !alike.includes(call) &&
      call.outcome?.digest === digest &&
      (call.tool !== newest.tool || likeness(call, newest, settings) <= unlike),
  );
}

/** How alike the arguments of two calls are; too large ones, which the window does not keep, count as different. */
function likeness(a: WindowEntry, b: WindowEntry, settings: SimilarSettings): number {
  if (a.signature === b.signature) {
    return 1;
  }
  if (a.argumentsValue === undefined || b.argumentsValue === undefined) {
    return 0;
  }
  return similarity(a.argumentsValue, b.argumentsValue, settings);
}
