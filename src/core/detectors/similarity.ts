import { distance } from 'fastest-levenshtein';

/**
 * How alike two argument values are, 0 to 1. Texts by edit distance or by shared words; objects by the share of their fields that
 * are alike, arrays of equal length by their mean, anything else equal or not (the measure of seed 002, level 3).
 * Bounded: only a sample of a long text is compared, and never more than `maxDepth` levels and `maxFields` fields.
 */
export interface SimilaritySettings {
  readonly algorithm: 'levenshtein' | 'jaccard';
  /** From here on two texts, fields or whole arguments are alike. */
  readonly similarityThreshold: number;
  readonly normalizeWhitespace: boolean;
  readonly ignoreCase: boolean;
}

/** Texts are compared over this many characters: edit distance grows with the square. */
const comparedCharacters = 512;
const maxDepth = 8;
const maxFields = 64;

export function similarity(a: unknown, b: unknown, settings: SimilaritySettings, depth = 0): number {
  if (a === b) {return 1;}
  if (typeof a === 'string' && typeof b === 'string') {return textSimilarity(a, b, settings);}
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth >= maxDepth) {return 0;}
  if (Array.isArray(a) !== Array.isArray(b)) {return 0;}
  if (Array.isArray(a)) {return arraySimilarity(a, b as unknown[], settings, depth);}
  return objectSimilarity(a as Fields, b as Fields, settings, depth);
}

type Fields = Readonly<Record<string, unknown>>;

function objectSimilarity(a: Fields, b: Fields, settings: SimilaritySettings, depth: number): number {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  if (keys.size === 0) {return 1;}
  if (keys.size > maxFields) {return 0;}
  let alike = 0;
  for (const key of keys) {
    if (!Object.hasOwn(a, key) || !Object.hasOwn(b, key)) {continue;}
    if (similarity(a[key], b[key], settings, depth + 1) >= settings.similarityThreshold) {alike++;}
  }
  return alike / keys.size;
}

function arraySimilarity(a: readonly unknown[], b: readonly unknown[], settings: SimilaritySettings, depth: number): number {
  if (a.length !== b.length || a.length > maxFields) {return 0;}
  if (a.length === 0) {return 1;}
  return a.reduce<number>((sum, item, at) => sum + similarity(item, b[at], settings, depth + 1), 0) / a.length;
}

export function textSimilarity(a: string, b: string, settings: SimilaritySettings): number {
  const left = normalize(a, settings);
  const right = normalize(b, settings);
  if (left === right) {return 1;}
  // Another number names another thing: the next page, the next task, the next day.
  if (left.length === right.length && left.replace(digits, '#') === right.replace(digits, '#')) {return 0;}
  return settings.algorithm === 'jaccard' ? jaccard(left, right) : levenshtein(left, right, settings.similarityThreshold);
}

const digits = /\d/g;

function normalize(text: string, { normalizeWhitespace, ignoreCase }: SimilaritySettings): string {
  let normal = text;
  if (normalizeWhitespace) {normal = normal.replace(/\s+/g, ' ').trim();}
  return ignoreCase ? normal.toLowerCase() : normal;
}

/**
 * 1 − distance / length. What both texts begin and end with cannot differ, so only the middle is measured; where even the
 * best case stays below the threshold, or the middle is too long to measure, it counts as wholly different.
 */
function levenshtein(a: string, b: string, threshold: number): number {
  const longest = Math.max(a.length, b.length);
  const bestCase = Math.min(a.length, b.length) / longest;
  if (bestCase < threshold) {return bestCase;}
  let start = 0;
  while (start < a.length && start < b.length && a.charCodeAt(start) === b.charCodeAt(start)) {start++;}
  let end = 0;
  const shortest = Math.min(a.length, b.length) - start;
  while (end < shortest && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) {end++;}
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  const middle = Math.max(left.length, right.length);
  const differing = middle > comparedCharacters ? middle : distance(left, right);
  return 1 - differing / longest;
}

/** Shared words over all words. */
function jaccard(a: string, b: string): number {
  const left = words(a);
  const right = words(b);
  if (left.size === 0 && right.size === 0) {return 1;}
  let shared = 0;
  for (const word of left) {if (right.has(word)) {shared++;}}
  return shared / (left.size + right.size - shared);
}

const words = (text: string): Set<string> => new Set(text.slice(0, 16 * comparedCharacters).match(/[\p{L}\p{N}_]+/gu) ?? []);
