import type { Translate } from '../words/language';
import { clip } from '../words/quoting';
import type { ExplainedCall, Letter, Step } from './explainedCall';
import type { Explanation } from './explanation';
import { colourOf, MARGIN, SIGNS, WIDTH } from './pictureFrame';
import { circle, cross, octagon, type Point, text } from './shapes';
import { resultWords } from './stepText';

const LEGEND_LINE = 28;
const LEGEND_LETTERS = 10;
const LEGEND_CHARACTERS = 52;
/** About that of a text in the legend. */
const CHARACTER_WIDTH = 7;

/**
 * Says what letters, shapes and signs mean, as far as they occur.
 * @param parts the drawing is added to them
 * @returns how high it is
 */
export function legend(
  explanation: Explanation,
  steps: readonly Step[],
  parts: string[],
  top: number,
  translate: Translate,
): number {
  const { letters } = explanation;
  const calls = steps.filter((step): step is ExplainedCall => step.kind === 'call');
  let y = top + 16;
  const entry = (mark: string, words: string): void => {
    parts.push(mark, text({ x: MARGIN + 22, y }, words, 'words', 'start'));
    y += LEGEND_LINE;
  };
  const here = (): Point => ({ x: MARGIN, y });
  parts.push('<g class="legend">');
  letters.slice(0, LEGEND_LETTERS).forEach((each, index) => {
    const { letter } = each;
    const words = letterWords(each, explanation);
    entry(
      circle(here(), 11, `call ${colourOf(index)}`) + text(here(), letter, 'letter small'),
      words.length > LEGEND_CHARACTERS ? `${clip(words, LEGEND_CHARACTERS - 1)}…` : words,
    );
  });
  if (letters.length > LEGEND_LETTERS) {
    entry('', translate('and {count} more', { count: letters.length - LEGEND_LETTERS }));
  }
  if (calls.some(({ ran }) => !ran)) {
    entry(octagon(here(), 10, 'call refused') + cross(here(), 4), translate('not run'));
  }
  const signs = new Map<string, string>();
  for (const { relation, failed } of calls) {
    const sign = SIGNS[relation];
    if (sign !== '') {
      signs.set(sign, resultWords({ relation, failed: false }, translate));
    }
    if (failed) {
      signs.set('!', translate('an error'));
    }
  }
  let x = MARGIN;
  for (const [sign, words] of signs) {
    const room = 46 + words.length * CHARACTER_WIDTH;
    if (x > MARGIN && x + room > WIDTH) {
      x = MARGIN;
      y += LEGEND_LINE;
    }
    parts.push(
      text({ x, y }, sign, sign === '!' ? 'sign failed' : 'sign'),
      text({ x: x + 22, y }, words, 'words', 'start'),
    );
    x += room;
  }
  parts.push('</g>');
  return y - top + (signs.size > 0 ? 14 : -12);
}

/** What a letter stands for: its tool, and the argument by which it differs from the others, or all of them. */
function letterWords(
  { tool, argumentsText, calls: [first = 0] }: Letter,
  { letters, differences }: Explanation,
): string {
  const own = differences.fields.find(
    ({ of, values }) => (of ?? tool) === tool && values.some(({ calls }) => calls.includes(first)),
  );
  const value = own?.values.find(({ calls }) => calls.includes(first))?.text;
  return letters.length > 1 && own !== undefined && value !== undefined
    ? `${tool} ${own.path}: ${value}`
    : `${tool} ${argumentsText ?? ''}`.trim();
}
