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
export function isProse(text: string, letters: number): boolean {
  if (letters < LETTER_SHARE * text.length || SIGNS.test(text)) {
    return false;
  }
  return text.split(/\s+/, 3).length === 3 || (BEYOND_ASCII.test(text) && WITHOUT_SPACES.test(text));
}

/** How many letters of any script a text holds. */
export function countLetters(text: string): number {
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

/** Whether a line is marked as something other than prose: code, a table, a list, a comment, a log line. */
export function isMarkedLine(line: string): boolean {
  return MARKED_LINE.test(line);
}

/** The words of a text; characters of scripts without spaces are words of their own. */
export function wordsInProse(text: string): readonly string[] {
  return text.match(BEYOND_ASCII.test(text) ? WORDS : ASCII_WORDS) ?? [];
}
