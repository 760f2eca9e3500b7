import type { Fields } from '../values/fields';
import { variationOf } from '../facts/comments';
import { succeeded } from '../facts/outcome';
import { sharedWords, wordsOf } from '../facts/wordSketch';
import type { WindowEntry } from '../ledger/entry';
import { type SimilarityMeasure, ANOTHER_VALUE, textSimilarity } from '../facts/textSimilarity';

/** How similar the arguments of two calls are. Arguments too large for the window count as different. */
export function callSimilarity(a: WindowEntry, b: WindowEntry, measure: SimilarityMeasure): number {
  if (a.signature === b.signature) {
    return 1;
  }
  if (a.argumentsValue === undefined || b.argumentsValue === undefined) {
    return 0;
  }
  // Different files may well be answered alike. But a failure is the same failure wherever it occurs.
  const tellsPathsApart = b.outcome !== undefined && succeeded(b.outcome);
  const { similarityAlgorithm, similarityThreshold, normalizeWhitespace, ignoreCase } = measure;
  const told = { similarityAlgorithm, similarityThreshold, normalizeWhitespace, ignoreCase, tellsPathsApart };
  const alike = similarity(a.argumentsValue, b.argumentsValue, told);
  return alike < similarityThreshold && isOnlyVaried(a, b) ? 1 : alike;
}

/** Whether two calls differ in a comment only, or in a number or around a command, which made no difference. */
function isOnlyVaried(a: WindowEntry, b: WindowEntry): boolean {
  const variation = variationOf(a.argumentsValue, b.argumentsValue);
  const isTold = b.outcome?.kind === 'plain' && b.outcome.length >= TELLING_CHARACTERS;
  return variation === 'sentence' || (variation !== undefined && isTold);
}

/** Longer than an acknowledgment: a result that would change if the changed number mattered. */
const TELLING_CHARACTERS = 24;

const MOST_DEPTH = 8;
const MOST_FIELDS = 64;

/**
 * How similar two argument values are, 0 to 1. Texts by edit distance or by shared words; objects by the share of their
 * fields that are similar, arrays of equal length by their mean, anything else equal or not.
 * Bounded: never more than `MOST_DEPTH` levels and `MOST_FIELDS` fields, and texts only where they differ.
 */
export function similarity(a: unknown, b: unknown, settings: SimilarityMeasure, depth = 0): number {
  if (a === b) {
    return 1;
  }
  if (typeof a === 'string' && typeof b === 'string') {
    return textSimilarity(a, b, settings);
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth >= MOST_DEPTH) {
    return 0;
  }
  if (Array.isArray(a) !== Array.isArray(b)) {
    return 0;
  }
  if (Array.isArray(a)) {
    return arraySimilarity(a, b as unknown[], settings, depth);
  }
  return objectSimilarity(a as Fields, b as Fields, settings, depth);
}

function objectSimilarity(a: Fields, b: Fields, settings: SimilarityMeasure, depth: number): number {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  if (keys.size === 0) {
    return 1;
  }
  if (keys.size > MOST_FIELDS) {
    return 0;
  }
  // Another number is another call, and numbers are compared faster than texts.
  if ([...keys].some((key) => typeof a[key] === 'number' && typeof b[key] === 'number' && a[key] !== b[key])) {
    return 0;
  }
  let alike = 0;
  let varied = 0;
  for (const key of keys) {
    if (!Object.hasOwn(a, key) || !Object.hasOwn(b, key)) {
      continue;
    }
    const share = similarity(a[key], b[key], settings, depth + 1);
    varied += share < 1 ? 1 : 0;
    if (share < ANOTHER_VALUE || varied > 1) {
      return 0;
    }
    if (share >= settings.similarityThreshold) {
      alike++;
    }
  }
  return alike / keys.size;
}

function arraySimilarity(
  a: readonly unknown[],
  b: readonly unknown[],
  settings: SimilarityMeasure,
  depth: number,
): number {
  if (a.length !== b.length) {
    return 0;
  }
  if (a.length === 0) {
    return 1;
  }
  const compared = a.slice(0, MOST_FIELDS);
  let sum = 0;
  for (const [at, item] of compared.entries()) {
    const share = similarity(item, b[at], settings, depth + 1);
    if (share < ANOTHER_VALUE) {
      return 0;
    }
    sum += share;
  }
  return sum / compared.length;
}

/** The share of common words from which on a call is another attempt at the same, not another way. */
const ALIKE = 0.5;

/**
 * Whether a call attempts what another one did: the identical call, or one that shares most of its words. Arguments
 * that are not kept cannot be told apart.
 */
export function isAlike(a: WindowEntry, b: WindowEntry, share = ALIKE): boolean {
  if (a.signature === b.signature) {
    return true;
  }
  const [left, right] = [wordsOf(a), wordsOf(b)];
  return left === undefined || right === undefined ? left === right : sharedWords(left, right) >= share;
}
