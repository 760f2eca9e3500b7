import { fieldsOf } from '../values/fields';

/*
 * A stuck model may write what it asks for several times in one call, and once more in each: `ls src; ls src; ls src`.
 * From the third copy on, one more makes no difference, neither in the call nor in its answer.
 */

const MOST_COPIES = 3;

/** A shorter text may be padding, or keys to press. */
const LEAST_CHARACTERS = 12;

const MOST_FIELDS = 16;

/** Leaves {@link MOST_COPIES} of a text that consists of more copies, with the same text between them. */
export function withoutCopies(text: string): string {
  const period = periodOf(text);
  return period === undefined ? text : text.slice((Math.ceil(text.length / period) - MOST_COPIES) * period);
}

export function hasCopies(question: unknown): boolean {
  return fieldsOf(question, MOST_FIELDS).some(
    ([, field]) => typeof field === 'string' && periodOf(field) !== undefined,
  );
}

function periodOf(text: string): number | undefined {
  const period = text.indexOf(text.slice(0, LEAST_CHARACTERS), 1);
  const isPeriod = period >= LEAST_CHARACTERS && text.startsWith(text.slice(period));
  return isPeriod && text.length > (MOST_COPIES - 1) * period ? period : undefined;
}
