import { matches, ReadText } from './patterns/pattern';
import { CLOCK, MEASURES, VOLATILE } from './patterns/volatileParts';

/** A result that is asked for its times is short, or says that it measures. */
const CLOCK_CHARACTERS = 200;

const HEX_ID = /\b(?=[0-9a-fA-F-]{0,35}[0-9])[0-9a-fA-F]{7,64}(?:-[0-9a-fA-F]{4,64}){0,4}\b/g;
const NUMBER = /\d+/g;
/** White space that is not one blank already. */
const LAYOUT = /\s{2,}|[^\S ]/g;

const A_WORD = /[a-z]{2}/i;
const COLOURS = /\u001b\[[0-9;?]{0,32}[A-Za-z]/g;

/** The text without colours and movements of the cursor. */
export function withoutColours(text: string): string {
  return text.includes('\u001b') ? text.replace(COLOURS, '') : text;
}

/**
 * The text without what changes from result to result although the results say the same. Where a time is the answer,
 * as a clock and a benchmark give it, the text is left as it is.
 */
export function withoutVolatile(text: string): string {
  const read = new ReadText(withoutColours(text));
  const steady = VOLATILE.rows.reduce(
    (left, [, part]) => (read.mayMatch(part) ? left.replace(part.match, part.placeholder) : left),
    read.text,
  );
  return steady === text || matches(MEASURES, text) || isClock(steady) ? text : steady;
}

function isClock(steady: string): boolean {
  if (steady.length > CLOCK_CHARACTERS || !steady.includes('<time>')) {
    return false;
  }
  return !A_WORD.test(CLOCK.rows.reduce((left, [, { match }]) => left.replace(match, ''), steady));
}

/** The text with ids, numbers, colours, and layout blanked: texts of equal shape say the same with other numbers. */
export function shapeOf(text: string): string {
  return withoutColours(text).replace(HEX_ID, '#').replace(NUMBER, '#').replace(LAYOUT, ' ').trim();
}
