import type { ResultRelation } from './explainedCall';

/** Width of the picture in its units. One unit is one pixel: it fits into a narrow pane, and its text never shrinks. */
export const WIDTH = 310;
/** Left of everything. */
export const MARGIN = 24;
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

/** The class that colours a letter. Only the steps of a cycle have colours of their own. */
export function colourOf(letterIndex: number, period: number): string {
  return period > 1 ? `c${letterIndex % PICTURE_COLOURS}` : 'neutral';
}
