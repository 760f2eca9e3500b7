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
  const texts = Object.entries(value).flatMap(([name, field]) =>
    typeof field === 'string' && copiesIn(field) > MOST_COPIES ? [[name, cut(field)] as const] : [],
  );
  if (texts.length === 0) {
    return value;
  }
  const shortened = { ...value, ...Object.fromEntries(texts) };
  return checkOf(shortened) !== undefined || searches(tool, shortened) ? shortened : value;
}

/** Copies may have the same text between them. */
function copiesIn(text: string): number {
  const period = text.length > MOST_CHARACTERS ? 0 : periodOf(text);
  return period >= LEAST_CHARACTERS && text.startsWith(text.slice(period)) ? Math.ceil(text.length / period) : 1;
}

function cut(text: string): string {
  return text.slice((copiesIn(text) - MOST_COPIES) * periodOf(text));
}

function periodOf(text: string): number {
  return text.indexOf(text.slice(0, LEAST_CHARACTERS), 1);
}
