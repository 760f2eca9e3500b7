import { matches, ReadText, withoutParts } from './patterns/pattern';
import { COLORS, IDS, MEASURES, SHAPE_PARTS, SPANS, VOLATILE } from './patterns/volatileParts';

/** An ID in a longer text is not what was asked for. */
const ID_CHARACTERS = 200;

/**
 * Removes what changes between results that say the same. If spans are the answer, as of a benchmark, they stay.
 * @param mayBeId an ID in a line of its own is the answer, and stays
 */
export function withoutVolatile(text: string, mayBeId = false): string {
  const read = new ReadText(text);
  const timeless = withoutParts(VOLATILE, withoutColors(read));
  const isId = mayBeId && text.length <= ID_CHARACTERS;
  const steady = isId ? timeless : withoutParts(IDS, timeless);
  return matches(MEASURES, read) ? steady : withoutParts(SPANS, steady);
}

/** Blanks IDs, numbers, colors, and layout: texts of equal shape say the same with other numbers. */
export function shapeOf(text: string): string {
  return withoutParts(SHAPE_PARTS, withoutColors(new ReadText(text))).trim();
}

function withoutColors(read: ReadText): string | ReadText {
  return read.text.includes('\u001b') ? withoutParts(COLORS, read) : read;
}
