import { isRecord } from '../values/fields';
import { COMMAND_FIELDS } from './patterns/fieldNames';
import { matches } from './patterns/pattern';
import { canonicalTextOf } from '../values/canonical';
import { digit } from '../values/quickDigest';

/** How many words a sketch holds; calls of no more words are compared exactly. */
const WORDS = 32;

/** How much of the arguments is read, in characters of JSON. */
const READ_CHARACTERS = 4000;

const WORD = /[\p{L}\p{N}_]+/gu;

/**
 * The words of a call's arguments in at most 64 characters, to tell how many of them two calls have in common.
 *
 * Of each word 12 bits of a hash are kept, of more than 32 words those with the lowest hashes: the sample is the same
 * wherever the words are the same. No text can be read from it, so it may be written to a file: thousands of words
 * share each value.
 *
 * @param value the parsed arguments
 */
export function wordSketch(value: unknown): string {
  const words = new Set(canonicalTextOf(value).slice(0, READ_CHARACTERS).match(WORD));
  const lowest = [...words]
    .map(hashOf)
    .sort((a, b) => a - b)
    .slice(0, WORDS);
  // What decides which words are kept is in the upper bits.
  return [...new Set(lowest.map((hash) => String.fromCharCode(digit(hash >>> 6), digit(hash))))].join('');
}

/** A call with its arguments, or with the sketch of them. */
interface Worded {
  readonly argumentsValue: unknown;
  words?: string | undefined;
}

/** The sketch of a call's words, made when it is first asked for; undefined when its arguments are not kept. */
export function wordsOf(call: Worded): string | undefined {
  if (call.words === undefined && call.argumentsValue !== undefined) {
    const { argumentsValue: value } = call;
    // Calls of a shell share the name of the field whatever they run, so it is not one of their words.
    call.words = wordSketch(
      isRecord(value)
        ? Object.entries(value).map(([name, field]) => (matches(COMMAND_FIELDS, name) ? field : { [name]: field }))
        : value,
    );
  }
  return call.words;
}

/** The share of common words, 0 to 1: of the words of the call that has more. */
export function sharedWords(a: string, b: string): number {
  const [left, right] = [wordsIn(a), new Set(wordsIn(b))];
  return left.filter((word) => right.has(word)).length / Math.max(1, left.length, right.size);
}

function wordsIn(sketch: string): readonly string[] {
  return sketch.match(/../g) ?? [];
}

/** FNV-1a, and the last step of MurmurHash3 so that every bit depends on every character. 32 bits. */
export function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) {
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
