import type { Finding } from '../finding';
import type { WindowEntry } from '../window';
import type { Detector, Evidence } from './detector';
import { compareAnswers, earlierRounds, type Round } from './rounds';
import { similarity, type SimilaritySettings as Measure } from './similarity';

/**
 * Nearly the same call again, with the same answer: one more space, another quote, a condition more.
 *
 * Why it is a loop: the model changes the wording, not the question, and the tool answers as before. Each attempt shows that what was
 * varied does not matter; the next variation will show it once more.
 * What keeps it from being one: an answer that differs (the variation mattered), and any other call in between that succeeded
 * and was never made before. A call whose answer is unknown proves nothing here, unlike an identical one.
 * The comparison costs more than a hash, so it is made only between calls of the same tool whose answers were the same.
 * Source of the rule: seed 001 (threshold 0.9, normalisation) and seed 002, level 3 (field by field).
 */
export interface SimilarSettings extends Measure {
  /** Rounds with nearly the same call at which a loop is likely, the judged one included. */
  readonly likely: number;
  /** Rounds at which it is certain. */
  readonly certain: number;
}

export const similar: Detector<SimilarSettings> = {
  id: 'similar',
  detect({ candidate, history }: Evidence, settings: SimilarSettings): Finding | undefined {
    const alike = trailingAlike(candidate, earlierRounds(history, candidate), settings);
    const variations = new Set([candidate, ...alike].map((entry) => entry.signature)).size;
    const count = alike[0]?.outcome?.kind === 'failed' && variations > 1 ? alike.length + 1 : variations;
    const certainty = count >= settings.certain ? 'certain' : count >= settings.likely ? 'likely' : undefined;
    if (certainty === undefined || isAcknowledgement(alike, history, settings)) {return undefined;}
    return {
      detector: 'similar',
      certainty,
      count,
      threshold: settings[certainty],
      calls: [...alike.map((entry) => entry.index).reverse(), candidate.index],
      results: compareAnswers(alike),
      period: 1,
    };
  },
};

/** An answer that calls of quite another kind got as well ("done", "file updated") says nothing about the variations. */
function isAcknowledgement(alike: readonly WindowEntry[], history: readonly WindowEntry[], settings: SimilarSettings): boolean {
  const answer = alike[0]?.outcome;
  if (answer?.kind !== 'plain') {return false;}
  return history.some((entry) => entry.outcome?.digest === answer.digest && isUnlike(entry, alike[0]!, settings));
}

/** The most recent calls of the same tool, newest first, as long as each is a small step from the next and answered alike. */
function trailingAlike(candidate: WindowEntry, rounds: readonly Round[], settings: SimilarSettings): WindowEntry[] {
  const alike: WindowEntry[] = [];
  let newer = candidate;
  for (let at = rounds.length - 1; at >= 0; at--) {
    const ofTool = rounds[at]!.filter((entry) => entry.tool === candidate.tool);
    if (ofTool.length === 0) {
      if (rounds[at]!.some((entry) => entry.outcome?.kind === 'plain')) {break;}
      continue;
    }
    const first = alike[0] ?? ofTool[0]!;
    const match = ofTool.find((entry) => answeredAlike(first, entry) && looksLike(newer, entry, settings));
    if (match === undefined) {break;}
    newer = match;
    alike.push(match);
  }
  return alike;
}

function answeredAlike(a: WindowEntry, b: WindowEntry): boolean {
  if (a.outcome === undefined || b.outcome === undefined || a.outcome.kind !== b.outcome.kind) {return false;}
  if (a.outcome.kind === 'failed') {return a.outcome.shapeDigest === b.outcome.shapeDigest;}
  return a.outcome.digest === b.outcome.digest;
}

function looksLike(a: WindowEntry, b: WindowEntry, settings: SimilarSettings): boolean {
  if (a.signature === b.signature) {return true;}
  if (a.argumentsValue === undefined || b.argumentsValue === undefined) {return false;}
  return similarity(a.argumentsValue, b.argumentsValue, settings) >= settings.similarityThreshold;
}

function isUnlike(a: WindowEntry, b: WindowEntry, settings: SimilarSettings): boolean {
  if (a.tool !== b.tool) {return true;}
  if (a.signature === b.signature || a.argumentsValue === undefined || b.argumentsValue === undefined) {return false;}
  return similarity(a.argumentsValue, b.argumentsValue, settings) <= 0.5;
}
