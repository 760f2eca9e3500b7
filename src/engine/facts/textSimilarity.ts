import { distance } from 'fastest-levenshtein';
import { PLACES } from './patterns/argumentTexts';
import { matches } from './patterns/pattern';

/** How values are compared. */
export interface SimilarityMeasure {
  readonly similarityAlgorithm: 'levenshtein' | 'jaccard';
  /** From this value on, two texts, fields, or arguments are similar. */
  readonly similarityThreshold: number;
  readonly normalizeWhitespace: boolean;
  readonly ignoreCase: boolean;
  /** Whether a path to something else makes another text, however long it is. */
  readonly tellsPathsApart?: boolean;
}

/** Longer differences count as completely different, because the cost of an edit distance grows with their square. */
const COMPARED_CHARACTERS = 512;

/**
 * Below this value, a field or item is not a variation but has a different value ("in-progress", then "completed").
 * The whole is then a different call, even if all else is the same: to-do lists are sent whole, with one state changed.
 */
export const ANOTHER_VALUE = 0.5;

/** How similar two texts are, 0 to 1: by edit distance or by shared words. */
export function textSimilarity(a: string, b: string, settings: SimilarityMeasure): number {
  if (a === b) {
    return 1;
  }
  const { start, left, right, end } = differingMiddle(a, b);
  if (settings.similarityAlgorithm === 'jaccard') {
    return differInNumbersOnly(left, right) ? 0 : jaccard(normalize(a, settings), normalize(b, settings));
  }
  const longest = Math.max(a.length, b.length);
  if (Math.max(left.length, right.length) > COMPARED_CHARACTERS) {
    return (start + end) / longest;
  }
  if (differInNumbersOnly(left, right)) {
    return 0;
  }
  const [normalLeft, normalRight] = [normalize(left, settings), normalize(right, settings)];
  const bestCase = 1 - Math.abs(normalLeft.length - normalRight.length) / longest;
  const alike = bestCase < ANOTHER_VALUE ? bestCase : 1 - distance(normalLeft, normalRight) / longest;
  const isChecked = settings.tellsPathsApart === true && alike >= ANOTHER_VALUE;
  return isChecked && haveOtherPaths(a, b, start, end, settings) ? 0 : alike;
}

/**
 * Two texts can't differ in an equal beginning and end, so only the part between is normalized and measured.
 * Whitespace at its borders stays, because its amount may be the difference.
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
  while (start > 0 && a.charCodeAt(start - 1) <= SPACE) {
    start--;
  }
  while (end > 0 && a.charCodeAt(a.length - end) <= SPACE) {
    end--;
  }
  return { start, left: a.slice(start, a.length - end), right: b.slice(start, b.length - end), end };
}

/** A space, and the lower codes of tab and line breaks. */
const SPACE = 32;

function normalize(text: string, { normalizeWhitespace, ignoreCase }: SimilarityMeasure): string {
  const normal = normalizeWhitespace ? text.replace(/\s+/g, ' ') : text;
  return ignoreCase ? normal.toLowerCase() : normal;
}

/** A different number means something different: the next page, the next task, the next day. */
function differInNumbersOnly(a: string, b: string): boolean {
  return a.length === b.length && a.replace(DIGITS, '#') === b.replace(DIGITS, '#');
}

const DIGITS = /\d/g;

/**
 * Whether a path or an address is another one in one of the texts: the next file, the next host. However long it is, a
 * part of it tells what it is about, unless it only has another spelling.
 * @param start how many characters are equal at the beginning; `end`: at the end
 */
function haveOtherPaths(a: string, b: string, start: number, end: number, settings: SimilarityMeasure): boolean {
  const [left, right] = [wholeWords(a, start, end), wholeWords(b, start, end)];
  const others = normalize(right, settings).split(' ');
  return normalize(left, settings)
    .split(' ')
    .some((word, at) => isOtherPath(word.replace(QUERY, ''), (others[at] ?? '').replace(QUERY, '')));
}

function isOtherPath(a: string, b: string): boolean {
  if (a === b || !matches(PLACES, a) || a.replace(NAMES, 'a') !== b.replace(NAMES, 'a')) {
    return false;
  }
  const others = b.match(NAMES) ?? [];
  return (a.match(NAMES) ?? []).some((name, at) => {
    const other = others[at] ?? '';
    return name !== other && 1 - distance(name, other) / Math.max(name.length, other.length) < ANOTHER_VALUE;
  });
}

/** What lies between an equal beginning and end, with the rest of the words that these cut through. */
function wholeWords(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - LONGEST_WORD), start);
  const [after = ''] = text.slice(text.length - end, text.length - end + LONGEST_WORD).split(' ', 1);
  return before.slice(before.lastIndexOf(' ') + 1) + text.slice(start, text.length - end) + after;
}

const LONGEST_WORD = 256;
/** What an address asks for may be worded in many ways. */
const QUERY = /\?.*/;
const NAMES = /[\p{L}\p{N}]+/gu;

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
  new Set(text.slice(0, 16 * COMPARED_CHARACTERS).match(/[\p{L}\p{N}_]+/gu) ?? []);
