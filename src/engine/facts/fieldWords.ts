import { digit, digitValue, quickDigest } from '../values/quickDigest';
import { isRecord } from '../values/fields';
import { suggests } from './patterns/fieldNames';

/*
 * What is kept of arguments to compare them: the words of each field, as hashes. They are in order and bounded, and no
 * text can be read from them, so a window, a hook and a replay keep the same and compare the same.
 */

export interface Wording {
  readonly normalizeWhitespace: boolean;
  readonly ignoreCase: boolean;
}

/** Each has a letter of its own. */
const KINDS = ['text', 'command', 'number', 'other'] as const;

type FieldKind = (typeof KINDS)[number];

export interface Word {
  readonly hash: string;
  /** How many characters it stands for. */
  readonly length: number;
  readonly isNumber: boolean;
  /** A part of a path or an address. */
  readonly isPlace: boolean;
}

export interface FieldWords {
  readonly kind: FieldKind;
  readonly words: readonly Word[];
}

const MOST_FIELDS = 64;
const MOST_DEPTH = 8;

/** In a longer text, neighbors are one word. */
const MOST_WORDS = 64;

const READ_CHARACTERS = 2048;

/** A field begins with this many characters of its name's digest, and the first letter of its kind. */
const NAME_CHARACTERS = 4;
const HEAD_CHARACTERS = NAME_CHARACTERS + 1;

/** Two characters of its hash, so that many words share each, and two of its length and signs. */
const WORD_CHARACTERS = 4;
const HASH_CHARACTERS = 2;
const MOST_LENGTH = 511;
/** In the last character of a word: it is a sign between words. */
const SIGN_BIT = 4;

interface Worded {
  readonly argumentsValue: unknown;
  readonly wording?: Wording | undefined;
  fields?: readonly string[] | undefined;
}

/** Computed on demand; undefined if the call has too many fields, or they are too large. */
export function fieldWordsOf(call: Worded): readonly string[] | undefined {
  if (call.fields === undefined && call.wording !== undefined) {
    call.fields = fieldWords(call.argumentsValue, call.wording);
  }
  return call.fields;
}

/** @returns undefined if there are too many fields to compare, or the arguments are too large */
export function fieldWords(value: unknown, wording: Wording): readonly string[] | undefined {
  const fields: string[] = [];
  const visit = (field: unknown, path: string, depth: number): void => {
    if (fields.length > MOST_FIELDS || depth > MOST_DEPTH) {
      fields.length = MOST_FIELDS + 1;
      return;
    }
    if (Array.isArray(field)) {
      fields.push(written(`${path}#`, 'other', String(field.length), wording));
      field.forEach((item, at) => visit(item, `${path}.${at}`, depth + 1));
    } else if (isRecord(field)) {
      Object.keys(field).forEach((key) => visit(field[key], `${path}.${key}`, depth + 1));
    } else {
      fields.push(written(path, kindOf(field, path.slice(1)), String(field), wording));
    }
  };
  if (value !== undefined) {
    visit(value, '', 0);
  }
  return value === undefined || fields.length > MOST_FIELDS ? undefined : fields;
}

function kindOf(field: unknown, name: string): FieldKind {
  if (typeof field === 'string') {
    return suggests(name, 'command') ? 'command' : 'text';
  }
  return typeof field === 'number' ? 'number' : 'other';
}

function written(path: string, kind: FieldKind, text: string, wording: Wording): string {
  const head = `${quickDigest(path).slice(0, NAME_CHARACTERS)}${kind.charAt(0)}`;
  return head + wordsIn(text.slice(0, READ_CHARACTERS), wording).join('');
}

/** Its length is that of its text and the space before it. */
interface Piece extends Omit<Word, 'hash'> {
  readonly text: string;
  readonly isSign: boolean;
}

/** The words and signs of a text; of a longer text, what stands between spaces, or groups of that. */
function wordsIn(text: string, { normalizeWhitespace, ignoreCase }: Wording): string[] {
  const runs = (ignoreCase ? text.toLowerCase() : text)
    .split(BORDERS)
    .filter((run) => run !== '' && (!normalizeWhitespace || run.trim() !== ''));
  const parts = runs.length > MOST_WORDS ? [] : runs.flatMap(partsOf);
  const pieces =
    parts.length > 0 && parts.length <= MOST_WORDS
      ? parts
      : grouped(
          runs.map((run) => ({
            text: run,
            length: run.length + 1,
            isNumber: false,
            isPlace: PLACE.test(run),
            isSign: false,
          })),
        );
  return pieces.map((piece) => {
    const hash = hashOf(piece.text);
    const signs = (piece.isSign ? SIGN_BIT : 0) + (piece.isNumber ? 2 : 0) + (piece.isPlace ? 1 : 0);
    const size = Math.min(piece.length, MOST_LENGTH) * 8 + signs;
    return String.fromCharCode(digit(hash >>> 6), digit(hash), digit(size >>> 6), digit(size));
  });
}

/** The query of an address may be worded in many ways, so it is no part of the place. */
function partsOf(run: string): Piece[] {
  const [place = ''] = run.split('?', 1);
  const placeEnd = PLACE.test(place) ? place.length : 0;
  return Array.from(run.matchAll(PARTS), ({ 0: text, index }) => ({
    text,
    length: text.length + (index === 0 ? 1 : 0),
    isNumber: DIGIT.test(text),
    isPlace: index < placeEnd,
    isSign: SIGN.test(text),
  }));
}

/** Where white space begins or ends. */
const BORDERS = /(?<=\s)(?=\S)|(?<=\S)(?=\s)/;
const PARTS = /[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu;
const DIGIT = /\p{N}/u;
/** In a path or an address: if the place differs, something else is meant. */
const PLACE = /[/\\]/;
const SIGN = /^[^\p{L}\p{N}]/u;

/** Of too many words, neighbors become one. Its last word decides where it ends, so an insertion moves only one. */
function grouped(pieces: readonly Piece[]): readonly Piece[] {
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, pieces.length / MOST_WORDS)));
  const groups: Piece[] = [];
  let isOpen = false;
  for (const piece of pieces) {
    const last = isOpen || groups.length === MOST_WORDS ? groups.pop() : undefined;
    groups.push(
      last === undefined
        ? piece
        : { ...piece, text: `${last.text} ${piece.text}`, length: last.length + piece.length, isPlace: false },
    );
    isOpen = hashOf(piece.text) % size !== 0;
  }
  return groups;
}

/** Equal for the same field. */
export function nameOf(field: string): string {
  return field.slice(0, NAME_CHARACTERS);
}

/** Reads what {@link fieldWords} wrote. */
export function readField(text: string): FieldWords {
  const kind = KINDS.find((each) => each.charAt(0) === text[NAME_CHARACTERS]) ?? 'other';
  const words: Word[] = [];
  for (let at = HEAD_CHARACTERS; at < text.length; at += WORD_CHARACTERS) {
    const [upper = 0, lower = 0] = [...text.slice(at + HASH_CHARACTERS, at + WORD_CHARACTERS)].map(digitValue);
    const size = upper * 64 + lower;
    words.push({
      hash: text.slice(at, at + HASH_CHARACTERS),
      length: size >>> 3,
      isNumber: (size & 2) > 0,
      isPlace: (size & 1) > 0,
    });
  }
  return { kind, words };
}

/** From 0 to 1: the share of common words, in any field, among the words of the call that has more. */
export function sharedWords(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [hashesIn(a), hashesIn(b)];
  return [...left].filter((hash) => right.has(hash)).length / Math.max(1, left.size, right.size);
}

/** With the names of fields, except a command's (`c`), which all calls of a shell have. Doesn't parse, for speed. */
function hashesIn(fields: readonly string[]): ReadonlySet<string> {
  const hashes = new Set<string>();
  for (const field of fields) {
    if (field[NAME_CHARACTERS] !== 'c') {
      hashes.add(nameOf(field));
    }
    for (let at = HEAD_CHARACTERS; at < field.length; at += WORD_CHARACTERS) {
      if ((digitValue(field.charAt(at + WORD_CHARACTERS - 1)) & SIGN_BIT) === 0) {
        hashes.add(field.slice(at, at + HASH_CHARACTERS));
      }
    }
  }
  return hashes;
}

/** FNV-1a, and the last step of MurmurHash3 so that every bit depends on every character. 32 bits. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) {
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
