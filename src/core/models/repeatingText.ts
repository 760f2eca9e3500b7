import type { Translate } from '../words/language';

const LETTER_SHARE = 0.6;

/** Indented code, tables, lists, quotations, headings, comments, log lines, `name: value` without a sentence. */
const MARKED_LINE = new RegExp(
  String.raw`^(?: {4}|\t)|^\s*(?:[|>#%;]|[*•+‣▪-]\s|//|/\*|--|\(?[0-9]{1,4}[.):\]]|[A-Za-z][.)]\s|\[|` +
    String.raw`(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b)|^\s*[\w.-]{1,40}:\s[^.!?]*$`,
);

const SIGNS = /[{}<>=|\\]|\w\(|\)\s*[;,]\s*$|;\s*$|::|\s{3}\S|,[^\s,].*,[^\s,]|^(["']).*\1,?$/;

const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}'’-]+/gu;
const LETTERS = /\p{L}/gu;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Mostly letters, at least three words, no signs of code. */
function isProse(text: string, letters: number): boolean {
  if (letters < LETTER_SHARE * text.length || SIGNS.test(text)) {
    return false;
  }
  return text.split(/\s+/, 3).length === 3 || WITHOUT_SPACES.test(text);
}

/** A passage without an end is cut here, so that little text is delayed and kept. */
const PASSAGE_CHARACTERS = 400;

/** Words are compared by their first characters, to bound memory. */
const WORD_CHARACTERS = 40;

/**
 * Finds a passage of prose that is repeated over and over in streamed text: a model that has lost its way. Code,
 * tables, lists, drawings, and data don't count, since such lines repeat in good texts, but must be equal for a
 * repetition around them to continue. Takes linear time however the text is cut, and bounded memory.
 * Passages are compared exactly, except for white space.
 */
export class RepeatingText {
  readonly #passages = new RepeatedRuns();
  readonly #words = new RepeatedRuns();
  /** Since the last passage. Each part is scanned only once. */
  #pending = '';
  #lastCode = 0;
  #lineStart = true;
  #linePlain = true;
  #fence: string | undefined;
  #found: Repetition | undefined;

  constructor(private readonly most: number) {}

  /** Returns the first repetition, from then on always. */
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
    const letters = passage.match(LETTERS)?.length ?? 0;
    if (this.#fence !== undefined || !this.#linePlain || !isProse(text, letters)) {
      this.#note(this.#passages, passage, 0);
      this.#words.clear();
      return;
    }
    this.#note(this.#passages, passage, letters);
    for (const word of passage.match(WORDS) ?? []) {
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

  #note(runs: RepeatedRuns, item: string, letters: number): void {
    this.#found ??= runs.add(item, letters, this.most);
  }
}

const NEW_LINE = 10;

/** White space other than a single blank. */
const SPACES = /\s{2,}|[^\S ]/g;

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

/** The returned function takes the next part of a response, and returns a notice once the response repeats itself. */
export function watchAnswer(
  { maxTextRepetitions }: { readonly maxTextRepetitions: number },
  translate: Translate,
): (text: string) => string | undefined {
  if (maxTextRepetitions === 0) {
    return () => undefined;
  }
  const text = new RepeatingText(maxTextRepetitions);
  return (part) => {
    const repetition = text.push(part);
    return repetition === undefined ? undefined : repeatingTextNotice(repetition, translate);
  };
}

export function repeatingTextNotice({ count }: Repetition, translate: Translate): string {
  return translate(
    'The answer repeated the same passage {count} times and was ended here by Tool Loop Guard. ' +
      'Rephrase your request, or raise {setting}.',
    {
      count,
      setting: 'toolLoopGuard.detectors.text.limit',
    },
  );
}

/** In items; the longest run is one shorter. */
const REMEMBERED = 64;

/** A short passage must repeat until it has as many letters as a sentence of this length would. */
const SENTENCE_LETTERS = 25;

export interface Repetition {
  /** In direct succession, so far. */
  readonly count: number;
  readonly passage: string;
}

/** Finds items repeated in direct succession. */
class RepeatedRuns {
  /** The latest, each with the letters of all items up to it. */
  #items: { readonly text: string; readonly letters: number }[] = [];
  /** By period: how many of the latest items equal the one a period before them. */
  readonly #lengths = new Array<number>(REMEMBERED).fill(0);
  #letters = 0;

  /** Returns a repetition that is now long enough. */
  add(text: string, letters: number, most: number): Repetition | undefined {
    this.#letters += letters;
    let found: Repetition | undefined;
    for (let period = 1; period < REMEMBERED; period++) {
      const before = this.#items.at(-period);
      const length = before?.text === text ? (this.#lengths[period] as number) + 1 : 0;
      this.#lengths[period] = length;
      const count = Math.floor(length / period) + 1;
      const inPassage = this.#letters - (before?.letters ?? 0);
      if (found === undefined && count >= most && inPassage * count >= SENTENCE_LETTERS * most) {
        found = { count, passage: this.#passage(period, text) };
      }
    }
    this.#items.push({ text, letters: this.#letters });
    if (this.#items.length > REMEMBERED) {
      this.#items.shift();
    }
    return found;
  }

  clear(): void {
    this.#items = [];
  }

  #passage(period: number, last: string): string {
    const texts = this.#items.slice(this.#items.length - period + 1).map(({ text }) => text);
    return [...texts, last].join(' ').slice(0, SENTENCE_LETTERS * 4);
  }
}
