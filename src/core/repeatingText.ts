/** How many passages of a period, and how many words, are remembered. */
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
 * Finds, while a text streams in, that the same passage of prose stands there over and over in direct succession: a model
 * that has lost its way. Only prose counts; lines of code, tables, lists, drawings, data and rules must be equal for a
 * repetition around them to go on, but are none themselves, since such lines repeat in good texts.
 *
 * Promises time linear in the length of the text, however it is cut, and bounded memory. Passages are told apart
 * by exact text, white space aside.
 */
export class RepeatingText {
  readonly #passages = new Periods();
  readonly #words = new Periods();
  #pending = '';
  #scanned = 0;
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
    // In slices: what is pending stays short, so that cutting it costs no more than its length.
    for (let start = 0; start < text.length && this.#found === undefined; start += PASSAGE_CHARACTERS) {
      this.#pending += text.slice(start, start + PASSAGE_CHARACTERS);
      this.#scan();
    }
    return this.#found;
  }

  #scan(): void {
    let taken = 0;
    for (let at = this.#scanned; at < this.#pending.length && this.#found === undefined; at++) {
      const endsLine = this.#pending[at] === '\n';
      if (!endsLine && !isEnd(this.#pending, at) && at - taken < PASSAGE_CHARACTERS) {
        continue;
      }
      const space = at - taken < PASSAGE_CHARACTERS ? -1 : this.#pending.lastIndexOf(' ', at);
      const end = space > taken ? space : at;
      this.#take(this.#pending.slice(taken, end), endsLine);
      taken = endsLine ? at + 1 : end;
    }
    this.#scanned = this.#pending.length - taken;
    this.#pending = this.#pending.slice(taken);
  }

  #take(raw: string, endsLine: boolean): void {
    if (this.#lineStart) {
      this.#beginLine(raw);
    }
    this.#lineStart = endsLine;
    const passage = raw.trim().replace(/\s+/g, ' ');
    if (passage === '') {
      return;
    }
    const letters = this.#fence === undefined && this.#linePlain && isProse(raw.trim()) ? countLetters(passage) : 0;
    this.#note(this.#passages, passage, letters);
    if (letters === 0) {
      this.#words.clear();
      return;
    }
    for (const word of passage.match(WORDS) ?? []) {
      this.#note(this.#words, word.slice(0, WORD_CHARACTERS), word.length);
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

const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}'’-]+/gu;
const LETTERS = /\p{L}/gu;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function isProse(passage: string): boolean {
  if (SIGNS.test(passage) || countLetters(passage) < LETTER_SHARE * passage.length) {
    return false;
  }
  return WITHOUT_SPACES.test(passage) || passage.split(/\s+/, 3).length === 3;
}

function countLetters(text: string): number {
  return text.match(LETTERS)?.length ?? 0;
}

/** The place behind the end of a sentence. */
function isEnd(text: string, at: number): boolean {
  const before = text[at - 1];
  if (before === undefined) {
    return false;
  }
  return '。！？'.includes(before) || ('.!?…'.includes(before) && /\s/.test(text[at] as string));
}

/** Watches a sequence for the same run of items standing in it several times in direct succession. */
class Periods {
  /** The last items, each at its number modulo {@link REMEMBERED}. */
  readonly #items: (string | undefined)[] = [];
  /** Letters of all items up to each of those. */
  readonly #letters: number[] = [];
  /** For each period, how many of the last items are equal to the one that stands a period before them. */
  readonly #equal: number[] = Array.from({ length: REMEMBERED }, () => 0);
  #count = 0;
  #total = 0;

  /** Takes the next item and tells of a repetition that is now long enough. */
  add(item: string, letters: number, most: number): Repetition | undefined {
    const before = this.#total;
    this.#total += letters;
    let found: Repetition | undefined;
    for (let period = 1; period < REMEMBERED && period <= this.#count; period++) {
      const at = (this.#count - period) % REMEMBERED;
      if (this.#items[at] !== item) {
        this.#equal[period] = 0;
        continue;
      }
      const equal = (this.#equal[period] = (this.#equal[period] as number) + 1);
      if (found !== undefined || equal < (most - 1) * period) {
        continue;
      }
      const count = Math.floor(equal / period) + 1;
      const inPassage = before - (this.#letters[at] as number) + letters;
      if (inPassage * count >= SENTENCE_LETTERS * most) {
        found = { count, passage: this.#passage(period, item) };
      }
    }
    this.#items[this.#count % REMEMBERED] = item;
    this.#letters[this.#count % REMEMBERED] = this.#total;
    this.#count += 1;
    return found;
  }

  clear(): void {
    if (this.#count === 0) {
      return;
    }
    this.#count = 0;
    this.#total = 0;
    this.#items.length = 0;
    this.#letters.length = 0;
    this.#equal.fill(0);
  }

  #passage(period: number, last: string): string {
    const items = Array.from({ length: period - 1 }, (_, index) => this.#items[(this.#count - period + 1 + index) % REMEMBERED]);
    return [...items, last].join(' ').slice(0, SENTENCE_LETTERS * 4);
  }
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
export function watchAnswer({ repeatingText, maxTextRepetitions }: RepeatingTextSettings): (text: string) => string | undefined {
  if (!repeatingText) {
    return () => undefined;
  }
  const text = new RepeatingText(maxTextRepetitions);
  return (part) => {
    const repetition = text.push(part);
    return repetition === undefined ? undefined : repeatingTextNotice(repetition);
  };
}

/** What the person reads at the end of an answer that repeated itself. */
export function repeatingTextNotice({ count }: Repetition): string {
  return `The answer repeated the same passage ${count} times and was ended here by Tool Loop Guard. Ask again in other words, or raise toolLoopGuard.maxTextRepetitions.`;
}
