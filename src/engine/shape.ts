import { glanceAt, Sign, textOf, withoutColours } from './textSigns';

/*
 * Volatile parts differ between two answers that say the same: ids, times, durations, counters, colours.
 * Each expression is a plain run of one character class, without nested repetition, so its time is linear.
 */

/** Has {@link Sign.HexDigits}. */
const hexId = /\b(?=[0-9a-fA-F-]{0,35}[0-9])[0-9a-fA-F]{7,64}(?:-[0-9a-fA-F]{4,64}){0,4}\b/g;
const number = /\d+/g;
/** White space that is not one blank already. */
const layout = /\s{2,}|[^\S ]/g;

/**
 * The text with its volatile parts and its layout blanked: two texts of equal shape say the same with other numbers.
 * @param glance at the text, if one has been taken
 */
export function shapeOf(text: string, glance = glanceAt(text)): string {
  const plain = withoutColours(text);
  const named = (glance.signs & Sign.HexDigits) !== 0 || plain !== text ? plain.replace(hexId, '#') : plain;
  const { blanked } = named === text ? glance : glanceAt(named);
  return (blanked === undefined ? named.replace(number, '#').replace(layout, ' ') : textOf(blanked)).trim();
}
