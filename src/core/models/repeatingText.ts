import type { Translate } from '../words/language';
import { RepeatedRuns, type Repetition } from './repeatedRuns';

/** Prose has letters and little else. */
const LETTER_SHARE = 0.6;

/** Indented code, tables, lists, quotations, headings, comments, log lines, `name: value` without a sentence. */
const MARKED_LINE = new RegExp(
  String.raw`^(?: {4}|\t)|^\s*(?:[|>#%;]|[*•+‣▪-]\s|//|/\*|--|\(?[0-9]{1,4}[.):\]]|[A-Za-z][.)]\s|\[|` +
    String.raw`(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b)|^\s*[\w.-]{1,40}:\s[^.!?]*$`,
);

/** What is written in code, markup, rows of data and drawings. */
const SIGNS = /[{}<>=|\\]|\w\(|\)\s*[;,]\s*$|;\s*$|::|\s{3}\S|,[^\s,].*,[^\s,]|^(["']).*\1,?$/;

// Nothing stands behind the repetition that could reject what it took, so no text is read twice.
// eslint-disable-next-line regexp/no-super-linear-move
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}'’-]+/gu;
const LETTERS = /\p{L}/gu;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** What the tables of Unicode are not needed for, which are slow. */
// eslint-disable-next-line regexp/no-super-linear-move -- as above
const ASCII_WORDS = /[A-Za-z0-9'-]+/g;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Whether a passage is prose: letters and little else, three words at least, no signs of code. */
function isProse(text: string, letters: number): boolean {
  if (letters < LETTER_SHARE * text.length || SIGNS.test(text)) {
    return false;
  }
  return text.split(/\s+/, 3).length === 3 || (BEYOND_ASCII.test(text) && WITHOUT_SPACES.test(text));
}

/** How many letters of any script a text holds. */
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

function isMarkedLine(line: string): boolean {
  return MARKED_LINE.test(line);
}

/** The words of a text; characters of scripts without spaces are words of their own. */
function wordsInProse(text: string): readonly string[] {
  return text.match(BEYOND_ASCII.test(text) ? WORDS : ASCII_WORDS) ?? [];
}

/** A passage without an end is cut here, so that little text is delayed and kept. */
const PASSAGE_CHARACTERS = 400;

/** Words are compared by their first characters; so memory stays bounded for any word. */
const WORD_CHARACTERS = 40;

/**
 * Finds, while a text streams in, a passage of prose that is repeated over and over: a model that has lost its way.
 * Only prose counts; code, tables, lists, drawings, and data must be equal for a repetition around them to continue,
 * but aren't repetitions themselves, since such lines repeat in good texts. Takes time linear in the length of the
 * text, however it is cut, and bounded memory. Passages are compared exactly, except for white space.
 */
export class RepeatingText {
  readonly #passages = new RepeatedRuns();
  readonly #words = new RepeatedRuns();
  /** What came since the last passage; a part is looked at once and then only put at its end. */
  #pending = '';
  #lastCode = 0;
  #lineStart = true;
  #linePlain = true;
  #fence: string | undefined;
  #found: Repetition | undefined;

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
    for (const word of wordsInProse(passage)) {
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
    this.#linePlain = !isMarkedLine(line);
  }

  #note(runs: RepeatedRuns, item: string, letters: number): void {
    this.#found ??= runs.add(item, letters, this.most);
  }
}

const NEW_LINE = 10;

/** Runs of white space that are not one blank already. */
const SPACES = /\s{2,}|[^\S ]/g;

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

/**
 * Watches one response as it streams in.
 * @returns a function that takes the next part of its text, and returns the notice to show instead once the response
 * repeats itself
 */
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
    'The answer repeated the same passage {count} times and was ended here by Tool Loop Guard. Ask again in ' +
      'other words, or raise {setting}.',
    {
      count,
      setting: 'toolLoopGuard.detectors.text.limit',
    },
  );
}
