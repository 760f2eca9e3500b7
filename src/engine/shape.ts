import { withoutColours } from './volatile';

/*
 * Each expression is a plain run of one character class, without nested repetition, so its time is linear.
 */

const HEX_ID = /\b(?=[0-9a-fA-F-]{0,35}[0-9])[0-9a-fA-F]{7,64}(?:-[0-9a-fA-F]{4,64}){0,4}\b/g;
const NUMBER = /\d+/g;
/** White space that is not one blank already. */
const LAYOUT = /\s{2,}|[^\S ]/g;

/** The text with ids, numbers, colours, and layout blanked: texts of equal shape say the same with other numbers. */
export function shapeOf(text: string): string {
  return withoutColours(text).replace(HEX_ID, '#').replace(NUMBER, '#').replace(LAYOUT, ' ').trim();
}
