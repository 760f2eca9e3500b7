import { distance } from 'fastest-levenshtein';
import { variationOf } from '../comments';
import type { WindowEntry } from '../window';

/** What makes a difference between two values. */
export interface SimilarityMeasure {
  readonly similarityAlgorithm: 'levenshtein' | 'jaccard';
  /** From here on two texts, fields or whole arguments are alike. */
  readonly similarityThreshold: number;
  readonly normalizeWhitespace: boolean;
  readonly ignoreCase: boolean;
}

/** How alike the arguments of two calls are; too large ones, which the window does not keep, count as different. */
export function callSimilarity(a: WindowEntry, b: WindowEntry, measure: SimilarityMeasure): number {
  if (a.signature === b.signature) {
    return 1;
  }
  if (a.argumentsValue === undefined || b.argumentsValue === undefined) {
    return 0;
  }
  const alike = similarity(a.argumentsValue, b.argumentsValue, measure);
  return alike < measure.similarityThreshold && isOnlyVaried(a, b) ? 1 : alike;
}

/** Whether two calls differ in a comment only, or in a number that made no difference. */
function isOnlyVaried(a: WindowEntry, b: WindowEntry): boolean {
  const variation = variationOf(a.argumentsValue, b.argumentsValue);
  const isTold = b.outcome?.kind === 'plain' && b.outcome.length >= TELLING_CHARACTERS;
  return variation === 'sentence' || (variation === 'number' && isTold);
}

/** Longer than an acknowledgement: an answer that would change if the number that was varied mattered. */
const TELLING_CHARACTERS = 24;

/** Longer differences count as a whole: the cost of an edit distance grows with their square. */
const comparedCharacters = 512;
const maxDepth = 8;
const maxFields = 64;

/**
 * How alike two argument values are, 0 to 1. Texts by edit distance or by shared words; objects by the share of their
 * fields that are alike, arrays of equal length by their mean, anything else equal or not.
 * Bounded: a difference is measured over `comparedCharacters` at most, and never more than `maxDepth` levels and
 * `maxFields` fields.
 */
export function similarity(a: unknown, b: unknown, settings: SimilarityMeasure, depth = 0): number {
  if (a === b) {
    return 1;
  }
  if (typeof a === 'string' && typeof b === 'string') {
    return textSimilarity(a, b, settings);
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth >= maxDepth) {
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

/**
 * Below this a field or item is not varied but has another value ("in-progress", then "completed"), and then the whole
 * is another call, however much else is the same: lists of things to do are sent whole, with one state changed.
 */
const anotherValue = 0.5;

type Fields = Readonly<Record<string, unknown>>;

function objectSimilarity(a: Fields, b: Fields, settings: SimilarityMeasure, depth: number): number {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  if (keys.size === 0) {
    return 1;
  }
  if (keys.size > maxFields) {
    return 0;
  }
  let alike = 0;
  let varied = 0;
  for (const key of keys) {
    if (!Object.hasOwn(a, key) || !Object.hasOwn(b, key)) {
      continue;
    }
    const callSimilarity = similarity(a[key], b[key], settings, depth + 1);
    if (callSimilarity < anotherValue) {
      return 0;
    }
    varied += callSimilarity < 1 ? 1 : 0;
    if (callSimilarity >= settings.similarityThreshold) {
      alike++;
    }
  }
  return varied > 1 ? 0 : alike / keys.size;
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
  const compared = a.slice(0, maxFields);
  let sum = 0;
  for (const [at, item] of compared.entries()) {
    const callSimilarity = similarity(item, b[at], settings, depth + 1);
    if (callSimilarity < anotherValue) {
      return 0;
    }
    sum += callSimilarity;
  }
  return sum / compared.length;
}

function textSimilarity(a: string, b: string, settings: SimilarityMeasure): number {
  if (a === b) {
    return 1;
  }
  const { start, left, right, end } = differingMiddle(a, b);
  if (settings.similarityAlgorithm === 'jaccard') {
    return differInNumbersOnly(left, right) ? 0 : jaccard(normalize(a, settings), normalize(b, settings));
  }
  const longest = Math.max(a.length, b.length);
  if (Math.max(left.length, right.length) > comparedCharacters) {
    return (start + end) / longest;
  }
  if (differInNumbersOnly(left, right)) {
    return 0;
  }
  const [normalLeft, normalRight] = [normalize(left, settings), normalize(right, settings)];
  const bestCase = 1 - Math.abs(normalLeft.length - normalRight.length) / longest;
  return bestCase < anotherValue ? bestCase : 1 - distance(normalLeft, normalRight) / longest;
}

/**
 * Where two texts begin and end alike they cannot differ, so only what lies between is normalised and measured. White
 * space at its borders is left in, as its amount may be the difference.
 */
function differingMiddle(a: string, b: string): { start: number; left: string; right: string; end: number } {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a.charCodeAt(start) === b.charCodeAt(start)) {
    start++;
  }
  let end = 0;
  while (end < shortest - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) {
    end++;
  }
  while (start > 0 && a.charCodeAt(start - 1) <= space) {
    start--;
  }
  while (end > 0 && a.charCodeAt(a.length - end) <= space) {
    end--;
  }
  return { start, left: a.slice(start, a.length - end), right: b.slice(start, b.length - end), end };
}

/** Space, and below it tab and line breaks. */
const space = 32;

function normalize(text: string, { normalizeWhitespace, ignoreCase }: SimilarityMeasure): string {
  const normal = normalizeWhitespace ? text.replace(/\s+/g, ' ') : text;
  return ignoreCase ? normal.toLowerCase() : normal;
}

/** Another number names another thing: the next page, the next task, the next day. */
function differInNumbersOnly(a: string, b: string): boolean {
  return a.length === b.length && a.replace(digits, '#') === b.replace(digits, '#');
}

const digits = /\d/g;

/** Shared words over all words. */
function jaccard(a: string, b: string): number {
  const left = words(a);
  const right = words(b);
  if (left.size === 0 && right.size === 0) {
    return 1;
  }
  let shared = 0;
  for (const word of left) {
    if (right.has(word)) {
      shared++;
    }
  }
  return shared / (left.size + right.size - shared);
}

const words = (text: string): Set<string> =>
  new Set(text.slice(0, 16 * comparedCharacters).match(/[\p{L}\p{N}_]+/gu) ?? []);
