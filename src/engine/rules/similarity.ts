import { fieldWordsOf, type FieldWords, nameOf, readField, sharedWords, type Word } from '../facts/fieldWords';
import { succeeded } from '../facts/outcome';
import type { WindowEntry } from '../ledger/entry';

export interface SimilarityMeasure {
  readonly similarityAlgorithm: 'levenshtein' | 'jaccard';
  /** From this value on, two fields, or the arguments of two calls, are similar. */
  readonly similarityThreshold: number;
}

/**
 * Below this value, a field is not a variation but has a different value ("in-progress", then "completed"). The whole
 * is then a different call, even if all else is the same: to-do lists are sent whole, with one state changed.
 */
const ANOTHER_VALUE = 0.5;

/** Longer than an acknowledgment: a result that would change if the changed number mattered. */
const TELLING_CHARACTERS = 24;

/** From 0 to 1. Arguments too large for the window count as different. */
export function callSimilarity(a: WindowEntry, b: WindowEntry, measure: SimilarityMeasure): number {
  if (a.signature === b.signature) {
    return 1;
  }
  const [fields, otherFields] = [fieldWordsOf(a), fieldWordsOf(b)];
  if (fields === undefined || otherFields === undefined) {
    return 0;
  }
  const others = new Map(otherFields.map((field) => [nameOf(field), field]));
  const shared = fields.filter((field) => others.has(nameOf(field)));
  const [varied, ...more] = shared.filter((field) => field !== others.get(nameOf(field)));
  if (more.length > 0) {
    return 0;
  }
  const names = fields.length + otherFields.length - shared.length;
  if (varied === undefined) {
    return names === 0 ? 1 : shared.length / names;
  }
  const [left, right] = [readField(varied), readField(others.get(nameOf(varied)) as string)];
  const isOnly = shared.length === names;
  if (isOnly && isMereVariation(left, right, b)) {
    return 1;
  }
  const alike = fieldSimilarity(left, right, b, measure);
  if (alike < ANOTHER_VALUE) {
    return 0;
  }
  return (shared.length - (alike < measure.similarityThreshold ? 1 : 0)) / names;
}

/** If the number mattered, the result would show it. */
function isMereVariation(left: FieldWords, right: FieldWords, { outcome }: WindowEntry): boolean {
  const isNumber = left.kind === 'number' && right.kind === 'number';
  return isNumber && outcome?.kind === 'plain' && outcome.length >= TELLING_CHARACTERS;
}

function fieldSimilarity(a: FieldWords, b: FieldWords, { outcome }: WindowEntry, measure: SimilarityMeasure): number {
  if (![a, b].every(({ kind }) => kind === 'text' || kind === 'command')) {
    return 0;
  }
  const [left, right] = differingMiddle(a.words, b.words);
  const pairs = left.length === right.length ? left.map((word, at) => [word, right[at] as Word] as const) : [];
  const differing = pairs.filter(([one, other]) => one.hash !== other.hash);
  // A different number means something different: the next page, the next task, the next day.
  if (
    differing.length > 0 &&
    differing.every(([one, other]) => one.isNumber && other.isNumber && one.length === other.length)
  ) {
    return 0;
  }
  if (measure.similarityAlgorithm === 'jaccard') {
    return jaccard(a.words, b.words);
  }
  // Different files may well get the same answer. But a failure is the same failure wherever it occurs.
  const hasSucceeded = outcome !== undefined && succeeded(outcome);
  if (hasSucceeded && differing.some((pair) => pair.every(({ isPlace }) => isPlace))) {
    return 0;
  }
  return 1 - distance(left, right) / Math.max(lengthOf(a.words), lengthOf(b.words));
}

/** Without the common beginning and end. */
function differingMiddle(a: readonly Word[], b: readonly Word[]): [readonly Word[], readonly Word[]] {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a[start]?.hash === b[start]?.hash) {
    start++;
  }
  let end = 0;
  while (end < shortest - start && a[a.length - 1 - end]?.hash === b[b.length - 1 - end]?.hash) {
    end++;
  }
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}

/** Two words have some letters in common. */
const SHARE_OF_REPLACED = 0.85;

/** In characters of the words that have to be added, left out, or replaced. */
function distance(a: readonly Word[], b: readonly Word[]): number {
  let row = [0];
  b.forEach(({ length }) => row.push((row.at(-1) ?? 0) + length));
  for (const word of a) {
    const next = [(row[0] ?? 0) + word.length];
    b.forEach((other, at) => {
      const replaced = word.hash === other.hash ? 0 : SHARE_OF_REPLACED * Math.max(word.length, other.length);
      next.push(Math.min((row[at] ?? 0) + replaced, (row[at + 1] ?? 0) + word.length, (next[at] ?? 0) + other.length));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

function lengthOf(words: readonly Word[]): number {
  return words.reduce((sum, { length }) => sum + length, 0);
}

function jaccard(a: readonly Word[], b: readonly Word[]): number {
  const [left, right] = [a, b].map((words) => new Set(words.map(({ hash }) => hash))) as [Set<string>, Set<string>];
  const shared = [...left].filter((hash) => right.has(hash)).length;
  return shared / (left.size + right.size - shared);
}

/** From this share of common words on, a call is another attempt at the same, not another way. */
const ALIKE = 0.5;

/** Also true for two calls whose arguments are not kept. */
export function isAlike(a: WindowEntry, b: WindowEntry, share = ALIKE): boolean {
  if (a.signature === b.signature) {
    return true;
  }
  const [left, right] = [fieldWordsOf(a), fieldWordsOf(b)];
  return left === undefined || right === undefined ? left === right : sharedWords(left, right) >= share;
}
