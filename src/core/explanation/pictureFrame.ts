import type { ResultRelation } from './explainedCall';

/** Width of the picture in its units. */
export const WIDTH = 450;
/** Left of everything. */
export const MARGIN = 30;
/** Of a call's mark. */
export const RADIUS = 17;

/** Colours are told apart by these many classes; letters tell more. */
const PICTURE_COLOURS = 6;

/** What the result of a call was to the one before, as a sign below it. */
export const SIGNS: Readonly<Record<ResultRelation, string>> = {
  first: '',
  equal: '=',
  numbers: '≈',
  changed: '≠',
  unknown: '?',
  refused: '',
};

/** The class that colours a letter. */
export function colourOf(letterIndex: number): string {
  return `c${letterIndex % PICTURE_COLOURS}`;
}
