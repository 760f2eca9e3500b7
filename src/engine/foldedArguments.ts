import { PACKED } from './callFlags';
import type { CallRows } from './callRows';
import { isPlain } from './longTexts';
import type { Compression } from './ports';
import { INDEX } from './rowFields';

/** Shorter texts are left as values: they hardly count beside what else is kept. */
const LEAST_CHARACTERS = 4000;

/** Deeper values are left as they are. */
const MOST_DEPTH = 8;

/** Held in place of arguments that are folded. */
const FOLDED = {};

/**
 * Folds the arguments of all packed calls into one compressed text. Those of a loop have most in common, so together
 * they take hardly more memory than one of them.
 * @returns holds the arguments again, as far as they still belong to a call; undefined if they are few and left as
 * they are
 */
export function fold(rows: CallRows, compression: Compression): (() => void) | undefined {
  const places = Array.from({ length: rows.length }, (_, at) => at).filter(
    (at) => rows.is(at, PACKED) && isJson(rows.held(at), 0),
  );
  const text = JSON.stringify(Object.fromEntries(places.map((at) => [rows.number(at, INDEX), rows.held(at)])));
  if (text.length < LEAST_CHARACTERS) {
    return undefined;
  }
  const compressed = compression.compressed(text);
  places.forEach((at) => rows.hold(at, FOLDED));
  return () => {
    const values = JSON.parse(compression.original(compressed)) as Readonly<Record<number, unknown>>;
    for (let at = 0; at < rows.length; at++) {
      if (rows.held(at) === FOLDED) {
        rows.hold(at, values[rows.number(at, INDEX)]);
      }
    }
  };
}

/** JSON gives it back as it is. */
function isJson(value: unknown, depth: number): boolean {
  return typeof value === 'object' && value !== null
    ? depth < MOST_DEPTH && isPlain(value) && Object.values(value).every((field) => isJson(field, depth + 1))
    : typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value);
}
