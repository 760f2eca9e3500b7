import type { Translate } from '../words/language';

/** How many passages of a period, and how many words, are remembered; a power of two. */
const REMEMBERED = 64;

/** A passage without any end is cut here, so that little is held back and little is kept. */
const PASSAGE_CHARACTERS = 400;

/** Repetitions of a short passage count once they fill as many letters as a sentence of this length would. */
const SENTENCE_LETTERS = 25;

/** Words are compared by their first characters; memory stays bounded whatever a word is. */
const WORD_CHARACTERS = 40;

/** Prose has letters and little else. */
const LETTER_SHARE = 0.6;

/** A passage that a text repeats. */
export interface Repetition {
  /** How often it stands in direct succession, so far. */
  readonly count: number;
  /** Its first characters. */
  readonly passage: string;
}

/**
 * Finds, while a text streams in, that the same passage of prose stands there over and over in direct succession: a
 * model that has lost its way. Only prose counts; lines of code, tables, lists, drawings, data and rules must be equal
 * for a repetition around them to go on, but are none themselves, since such lines repeat in good texts.
 *
 * Promises time linear in the length of the text, however it is cut, and bounded memory. Passages are told apart
 * by exact text, white space aside.
 */
export class RepeatingText {
  readonly #passages = new Periods();
  readonly #words = new Periods();
  /** What came since the last passage; a part is looked at once and then only put at its end. */
  #pending = '';
  #lastCode = 0;
  #lineStart = true;
  #linePlain = true;
  #fence: string | undefined;
  #found: Repetition | undefined;

  /** @param most how many repetitions are too many */
  constructor(private readonly most: number) {}

  /**
   * Takes the next part of the text.
   * @returns the repetition once there is one, and from then on always
   */
  push(text: string): Repetition | undefined {
    if (this.#found !== undefined) {
      return this.#found;
    }
    let from = 0;
    for (let at = 0; at < text.length && this.#found === undefined; at++) {
      const code = text.charCodeAt(at);
      const length = this.#pending.length + at - from;
      if (code === NEW_LINE) {
        this.#take(this.#pending + text.slice(from, at), true);
        this.#pending = '';
        from = at + 1;
      } else if (isEnd(this.#lastCode, code)) {
        this.#take(this.#pending + text.slice(from, at), false);
        this.#pending = '';
        from = at;
      } else if (length >= PASSAGE_CHARACTERS) {
        this.#cut(this.#pending + text.slice(from, at + 1));
        from = at + 1;
      }
      this.#lastCode = code;
    }
    this.#pending += text.slice(from);
    return this.#found;
  }

  /** Takes what is too long without an end, up to its last word. */
  #cut(pending: string): void {
    const space = pending.lastIndexOf(' ');
    const end = space > 0 ? space : pending.length - 1;
    this.#take(pending.slice(0, end), false);
    this.#pending = pending.slice(end);
  }

  #take(raw: string, endsLine: boolean): void {
    if (this.#lineStart) {
      this.#beginLine(raw);
    }
    this.#lineStart = endsLine;
    const text = raw.trim();
    if (text === '') {
      return;
    }
    const passage = text.replace(SPACES, ' ');
    const letters = countLetters(passage);
    if (this.#fence !== undefined || !this.#linePlain || !isProse(text, letters)) {
      this.#note(this.#passages, passage, 0);
      this.#words.clear();
      return;
    }
    this.#note(this.#passages, passage, letters);
    for (const word of passage.match(BEYOND_ASCII.test(passage) ? WORDS : ASCII_WORDS) ?? []) {
      this.#note(this.#words, word.length > WORD_CHARACTERS ? word.slice(0, WORD_CHARACTERS) : word, word.length);
    }
  }

  #beginLine(line: string): void {
    const fence = /^\s*(```|~~~)/.exec(line)?.[1];
    if (fence !== undefined && (this.#fence === undefined || this.#fence === fence)) {
      this.#fence = this.#fence === undefined ? fence : undefined;
      this.#linePlain = false;
      return;
    }
    this.#linePlain = !MARKED_LINE.test(line);
  }

  #note(periods: Periods, item: string, letters: number): void {
    this.#found ??= periods.add(item, letters, this.most);
  }
}

/** Indented code, tables, lists, quotations, headings, comments, log lines, `name: value` without a sentence. */
const MARKED_LINE =
  /^(?: {4}|\t)|^\s*(?:[|>#%;]|[*•+‣▪-]\s|\/\/|\/\*|--|\(?[0-9]{1,4}[.):\]]|[A-Za-z][.)]\s|\[|(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b)|^\s*[\w.-]{1,40}:\s[^.!?]*$/;

/** What is written in code, markup, rows of data and drawings. */
const SIGNS = /[{}<>=|\\]|\w\(|\)\s*[;,]\s*$|;\s*$|::|\s{3}\S|,[^\s,].*,[^\s,]|^(["']).*\1,?$/;

const NEW_LINE = 10;

/** Runs of white space that are not one blank already. */
const SPACES = /\s{2,}|[^\S ]/g;

// Nothing stands behind the repetition that could reject what it took, so no text is read twice.
// eslint-disable-next-line regexp/no-super-linear-move
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}'’-]+/gu;
const LETTERS = /\p{L}/gu;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** What the tables of Unicode are not needed for, which are slow. */
// eslint-disable-next-line regexp/no-super-linear-move -- as above
const ASCII_WORDS = /[A-Za-z0-9'-]+/g;
const BEYOND_ASCII = /[^\0-\x7f]/;

function isProse(text: string, letters: number): boolean {
  if (letters < LETTER_SHARE * text.length || SIGNS.test(text)) {
    return false;
  }
  return text.split(/\s+/, 3).length === 3 || (BEYOND_ASCII.test(text) && WITHOUT_SPACES.test(text));
}

function countLetters(text: string): number {
  if (BEYOND_ASCII.test(text)) {
    return text.match(LETTERS)?.length ?? 0;
  }
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const lower = text.charCodeAt(at) | 0x20;
    letters += lower >= 0x61 && lower <= 0x7a ? 1 : 0;
  }
  return letters;
}

/** Whether a sentence ends between two characters. */
function isEnd(before: number, code: number): boolean {
  switch (before) {
    case 0x2e: // .
    case 0x21: // !
    case 0x3f: // ?
    case 0x2026: // …
      return code === 0x20 || (code >= 9 && code <= 13) || (code > 0x7f && /\s/.test(String.fromCharCode(code)));
    case 0x3002: // 。
    case 0xff01: // ！
    case 0xff1f: // ？
      return true;
    default:
      return false;
  }
}

/** Watches a sequence for the same run of items standing in it several times in direct succession. */
class Periods {
  /** The last items, each at its number modulo {@link REMEMBERED}. */
  readonly #items = new Array<string>(REMEMBERED).fill('');
  /** A number for each of those, which differs for nearly all that differ: comparing numbers is many times faster. */
  readonly #marks = new Int32Array(REMEMBERED);
  /** Letters of all items up to each of those. */
  readonly #letters = new Float64Array(REMEMBERED);
  /** For each period, how many of the last items are equal to the one that stands a period before them. */
  readonly #equal = new Int32Array(REMEMBERED);
  #count = 0;
  #total = 0;

  /** Takes the next item and tells of a repetition that is now long enough. */
  add(item: string, letters: number, most: number): Repetition | undefined {
    const before = this.#total;
    this.#total += letters;
    const mark = markOf(item);
    // Taken out of their fields once: this runs for every word of an answer.
    const items = this.#items;
    const marks = this.#marks;
    const equals = this.#equal;
    const count = this.#count;
    const longest = Math.min(count, REMEMBERED - 1);
    let found: Repetition | undefined;
    for (let period = 1; period <= longest; period++) {
      const at = (count - period) & (REMEMBERED - 1);
      if (marks[at] !== mark || items[at] !== item) {
        equals[period] = 0;
        continue;
      }
      const equal = (equals[period] = (equals[period] as number) + 1);
      if (found !== undefined || equal < (most - 1) * period) {
        continue;
      }
      const repetitions = Math.floor(equal / period) + 1;
      const inPassage = before - (this.#letters[at] as number) + letters;
      if (inPassage * repetitions >= SENTENCE_LETTERS * most) {
        found = { count: repetitions, passage: this.#passage(period, item) };
      }
    }
    const place = this.#count % REMEMBERED;
    this.#items[place] = item;
    this.#marks[place] = mark;
    this.#letters[place] = this.#total;
    this.#count += 1;
    return found;
  }

  clear(): void {
    if (this.#count === 0) {
      return;
    }
    this.#count = 0;
    this.#total = 0;
    this.#equal.fill(0);
  }

  #passage(period: number, last: string): string {
    const items = Array.from(
      { length: period - 1 },
      (_, index) => this.#items[(this.#count - period + 1 + index) % REMEMBERED],
    );
    return [...items, last].join(' ').slice(0, SENTENCE_LETTERS * 4);
  }
}

function markOf(item: string): number {
  const { length } = item;
  return (
    length + (item.charCodeAt(0) << 8) + (item.charCodeAt(length >> 1) << 14) + (item.charCodeAt(length - 1) << 20)
  );
}

/** What a switch and a threshold say of repeating text. */
export interface RepeatingTextSettings {
  readonly repeatingText: boolean;
  readonly maxTextRepetitions: number;
}

/**
 * Watches one answer as it streams in.
 * @returns a function that takes the next part of its text, and returns what the person reads in its place from there
 * on, once the answer repeats itself
 */
export function watchAnswer(
  { repeatingText, maxTextRepetitions }: RepeatingTextSettings,
  translate: Translate,
): (text: string) => string | undefined {
  if (!repeatingText) {
    return () => undefined;
  }
  const text = new RepeatingText(maxTextRepetitions);
  return (part) => {
    const repetition = text.push(part);
    return repetition === undefined ? undefined : repeatingTextNotice(repetition, translate);
  };
}

/** What the person reads at the end of an answer that repeated itself. */
export function repeatingTextNotice({ count }: Repetition, translate: Translate): string {
  return translate(
    'The answer repeated the same passage {count} times and was ended here by Tool Loop Guard. Ask again in ' +
      'other words, or raise {setting}.',
    {
      count,
      setting: 'toolLoopGuard.maxTextRepetitions',
    },
  );
}
