import { matches, ReadText, withoutParts } from './patterns/pattern';
import { CLOCK, COLORS, IDS, MEASURES, OTHER_WORDS, SHAPE_PARTS, VOLATILE } from './patterns/volatileParts';

/** A result that is asked for its times is short, or says that it measures. */
const CLOCK_CHARACTERS = 200;

/** An ID in a longer text is not what was asked for. */
const ID_CHARACTERS = 200;

/**
 * The text without what changes from result to result although the results say the same. Where a time is the answer,
 * as a clock and a benchmark give it, the text is left as it is.
 * @param mayBeId an ID in a line of its own is the answer, and stays
 */
export function withoutVolatile(text: string, mayBeId = false): string {
  const read = new ReadText(text);
  const timeless = withoutParts(VOLATILE, withoutColors(read));
  const isId = mayBeId && text.length <= ID_CHARACTERS;
  const steady = isId ? timeless : withoutParts(IDS, timeless);
  if (steady === text || matches(MEASURES, read)) {
    return text;
  }
  const hasTime = steady.length <= CLOCK_CHARACTERS && steady.includes('<time>');
  return hasTime && !matches(OTHER_WORDS, withoutParts(CLOCK, steady)) ? text : steady;
}

/** The text with IDs, numbers, colors, and layout blanked: texts of equal shape say the same with other numbers. */
export function shapeOf(text: string): string {
  return withoutParts(SHAPE_PARTS, withoutColors(new ReadText(text))).trim();
}

function withoutColors(read: ReadText): string | ReadText {
  return read.text.includes('\u001b') ? withoutParts(COLORS, read) : read;
}
