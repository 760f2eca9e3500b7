import { isRecord } from '../values/fields';
import { checkOf, searches } from './signs';

/** From here on, one more copy makes no difference. */
const MOST_COPIES = 3;

/** A shorter text may be padding. */
const LEAST_CHARACTERS = 12;

/** Of a longer text, the part that is cut out would keep the whole in memory. */
const MOST_CHARACTERS = 2_000;

/**
 * A stuck model may ask the same thing several times in one call, and once more in each: `ls src; ls src; ls src`. For
 * calls that only look or search, more copies count as {@link MOST_COPIES}; input for anything else may well grow.
 * @returns the value itself if there are no more
 */
export function withoutCopies(tool: string, value: unknown): unknown {
  if (!isRecord(value)) {
    return value;
  }
  const texts = Object.entries(value).flatMap(([name, field]) => {
    const short = typeof field === 'string' ? cut(field) : field;
    return short === field ? [] : [[name, short] as const];
  });
  const shortened = texts.length === 0 ? value : { ...value, ...Object.fromEntries(texts) };
  return shortened !== value && (checkOf(shortened) !== undefined || searches(tool, shortened)) ? shortened : value;
}

/** Copies may have the same text between them. */
function cut(text: string): string {
  const period = text.length > MOST_CHARACTERS ? 0 : text.indexOf(text.slice(0, LEAST_CHARACTERS), 1);
  const isRepeated = period >= LEAST_CHARACTERS && text.startsWith(text.slice(period));
  const extra = isRepeated ? Math.ceil(text.length / period) - MOST_COPIES : 0;
  return text.slice(Math.max(0, extra) * period);
}
