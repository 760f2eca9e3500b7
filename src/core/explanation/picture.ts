import type { Translate } from '../words/language';
import { escapeMarkup } from '../words/pages/markup';
import { type ExplainedCall, type OtherCalls, shortened, type Step } from './explainedCall';
import type { Explanation } from './explanation';
import { colourOf, MARGIN, RADIUS, SIGNS, WIDTH } from './pictureFrame';
import { arrow, circle, cross, line, octagon, type Point, text } from './shapes';
import { otherCallsText, resultWords } from './stepText';

const CALL_SLOT = 50;
const OTHER_SLOT = 42;
const ROW_HEIGHT = 84;
const FIRST_STEPS = 5;
const LAST_STEPS = 12;

/**
 * Draws the calls of a loop on a line in their order, lettered by what was called; a blocked call has eight corners. Only the steps of a cycle have colours. Pure: the same explanation gives the same
 * text. Colours come from the page's style (`c0` … `c5`, `neutral`, `call`, `refused`, `judged`, `wire`, `quiet`,
 * `sign`); without one the picture is black on white. What letters and signs mean stands below it, in the legend.
 */
export function loopPicture(explanation: Explanation, translate: Translate): string {
  const steps = shortened(explanation.steps, FIRST_STEPS, LAST_STEPS);
  const parts: string[] = [];
  const height = 8 + row(steps, explanation.period, parts, 8, translate);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" class="picture" role="img" aria-labelledby="picture-title ' +
      `picture-description" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">`,
    `<title id="picture-title">${escapeMarkup(explanation.title)}</title>`,
    `<desc id="picture-description">${escapeMarkup(description(steps, translate))}</desc>`,
    ...parts,
    '</svg>',
  ].join('\n');
}

/** The picture in words: letter after letter. */
function description(steps: readonly Step[], translate: Translate): string {
  const words = steps.map((step) =>
    step.kind === 'call' ? `${step.letter} (${resultWords(step, translate)})` : otherCallsText(step, translate),
  );
  return translate('Calls in their order: {calls}', { calls: words.join(', ') });
}

/** The calls in their order, from left to right, in as many rows as they need. */
function row(steps: readonly Step[], period: number, parts: string[], top: number, translate: Translate): number {
  let x = MARGIN;
  let y = top + RADIUS + 10;
  let before: Point | undefined;
  parts.push('<g class="row">');
  for (const step of steps) {
    const slot = step.kind === 'call' ? CALL_SLOT : OTHER_SLOT;
    if (x + RADIUS + 8 > WIDTH) {
      x = MARGIN;
      y += ROW_HEIGHT;
      before = undefined;
    }
    const place = { x, y };
    if (before !== undefined) {
      const reach = step.kind === 'call' ? RADIUS + (step.isJudged ? 9 : 5) : OTHER_SLOT / 3;
      parts.push(line(before, { x: x - reach, y }));
      if (step.kind === 'call') {
        parts.push(arrow({ x: x - reach + 3, y }));
      }
    }
    parts.push(step.kind === 'call' ? callMark(step, place, period, translate) : otherMark(step, place, translate));
    before = { x: x + (step.kind === 'call' ? RADIUS + 3 : OTHER_SLOT / 3), y };
    x += slot;
  }
  parts.push('</g>');
  return y - top + ROW_HEIGHT - RADIUS - 4;
}

function callMark(call: ExplainedCall, place: Point, period: number, translate: Translate): string {
  const classes = `call ${colourOf(call.letterIndex, period)}`;
  const below = { x: place.x, y: place.y + RADIUS + 14 };
  const sign = `${SIGNS[call.relation]}${call.failed ? ' !' : ''}`.trim();
  return [
    '<g>',
    `<title>${escapeMarkup(`${call.number}. ${call.letter}: ${call.tool}, ${resultWords(call, translate)}`)}</title>`,
    call.isJudged ? (call.ran ? circle(place, RADIUS + 4, 'judged') : octagon(place, RADIUS + 5, 'judged')) : '',
    call.ran ? circle(place, RADIUS, classes) : octagon(place, RADIUS, `${classes} refused`),
    text(place, call.letter, 'letter'),
    text(below, String(call.number), 'quiet'),
    sign === '' ? '' : text({ x: below.x, y: below.y + 16 }, sign, call.failed ? 'sign failed' : 'sign'),
    call.ran ? '' : cross({ x: below.x, y: below.y + 15 }, 4),
    '</g>',
  ].join('');
}

function otherMark(other: OtherCalls, place: Point, translate: Translate): string {
  const count = String(other.count);
  const mark =
    other.kind === 'between'
      ? text(place, `+${count}`, 'quiet')
      : text(place, '⋯', 'letter') + text({ x: place.x, y: place.y + RADIUS + 14 }, count, 'quiet');
  return `<g><title>${escapeMarkup(otherCallsText(other, translate))}</title>${mark}</g>`;
}
