import type { Translate } from '../words/language';
import { clip } from '../words/quoting';
import {
  type ExplainedCall,
  type Letter,
  type OtherCalls,
  type ResultRelation,
  shortened,
  type Step,
} from './explainedCall';
import type { Explanation } from './explanation';
import { escapeMarkup } from '../words/markup';
import { arrow, circle, line, octagon, type Point, text } from './shapes';
import { otherCallsText, resultWords } from './stepText';

const WIDTH = 450;
const MARGIN = 30;
const RADIUS = 17;
const CALL_SLOT = 56;
const OTHER_SLOT = 46;
const ROW_HEIGHT = 84;
const LEGEND_LINE = 28;
const RING_RADIUS = 64;
const RING_NODE = 20;

/** Colours are told apart by these many classes; letters tell more. */
export const PICTURE_COLOURS = 6;
const FIRST_STEPS = 8;
const LAST_STEPS = 28;
/** About that of a text in the legend. */
const CHARACTER_WIDTH = 7;
const LEGEND_LETTERS = 10;
const LEGEND_CHARACTERS = 52;
const LABEL_CHARACTERS = 15;
/** More steps than this do not fit on a ring. */
const RING_POSITIONS = 10;

/** What the result of a call was to the one before, as a sign below it. */
const SIGNS: Readonly<Record<ResultRelation, string>> = {
  first: '',
  equal: '=',
  numbers: '≈',
  changed: '≠',
  unknown: '?',
  refused: '',
};

/**
 * Draws a loop: a cycle as a ring, and the calls of every loop on a line in their order, coloured and lettered by what
 * was called;
 * a call that was not run has eight corners. Pure: the same explanation gives the same text. Colours come from the
 * page's style (`c0` … `c5`, `call`, `refused`, `judged`, `wire`, `quiet`, `sign`); without one the picture is black on
 * white.
 */
export function loopPicture(explanation: Explanation, translate: Translate): string {
  const steps = shortened(explanation.steps, FIRST_STEPS, LAST_STEPS);
  const parts: string[] = [];
  let height = 8;
  if (explanation.period > 1 && explanation.period <= RING_POSITIONS) {
    height += ring(explanation, parts, height, translate);
  }
  height += row(steps, parts, height, translate);
  height += legend(explanation, steps, parts, height, translate);
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

/** One mark for each step of the cycle, clockwise from the top, with what was called beside it. */
function ring(
  { steps, period, count, letters }: Explanation,
  parts: string[],
  top: number,
  translate: Translate,
): number {
  const centre: Point = { x: WIDTH / 2, y: top + RING_RADIUS + 52 };
  const at = (position: number, distance = RING_RADIUS): Point => {
    const angle = ((position - 1) / period) * 2 * Math.PI - Math.PI / 2;
    return { x: centre.x + distance * Math.cos(angle), y: centre.y + distance * Math.sin(angle) };
  };
  parts.push('<g class="ring">');
  for (let position = 1; position <= period; position++) {
    const gap = (RING_NODE + 6) / ((2 * Math.PI * RING_RADIUS) / period);
    const [from, to] = [at(position + gap), at(position + 1 - gap)];
    parts.push(`<path class="wire" d="M${pair(from)}A${RING_RADIUS} ${RING_RADIUS} 0 0 1 ${pair(to)}"/>`);
    parts.push(arrow(to, ((position + 1 - gap - 1) / period) * 2 * Math.PI));
  }
  for (let position = 1; position <= period; position++) {
    const here = steps.filter((step): step is ExplainedCall => step.kind === 'call' && step.position === position);
    const shown = here.at(-1);
    const names = [...new Set(here.map(({ letter }) => letter))];
    const place = at(position);
    parts.push(
      circle(place, RING_NODE, `call ${colourOf(shown?.letterIndex ?? 0)}`),
      text(place, names.join('+') || '?', 'letter'),
    );
    if (shown?.ran === false) {
      const badge = { x: place.x + RING_NODE * 0.8, y: place.y - RING_NODE * 0.8 };
      parts.push(octagon(badge, 8, 'refused solid'), cross(badge, 3));
    }
    const label = letters.find(({ letter }) => letter === shown?.letter)?.tool ?? '';
    const beside = at(position, RING_RADIUS + RING_NODE + 14);
    const anchor = Math.abs(beside.x - centre.x) < 10 ? 'middle' : beside.x > centre.x ? 'start' : 'end';
    parts.push(text(beside, shortLabel(label), 'label', anchor));
  }
  parts.push(
    text({ x: centre.x, y: centre.y - 8 }, `${count}×`, 'count'),
    text({ x: centre.x, y: centre.y + 16 }, translate('times round'), 'quiet'),
    '</g>',
  );
  return 2 * RING_RADIUS + 108;
}

/** The calls in their order, from left to right, in as many rows as they need. */
function row(steps: readonly Step[], parts: string[], top: number, translate: Translate): number {
  let x = MARGIN;
  let y = top + RADIUS + 10;
  let before: Point | undefined;
  parts.push('<g class="row">');
  for (const step of steps) {
    const slot = step.kind === 'call' ? CALL_SLOT : OTHER_SLOT;
    if (x + slot > WIDTH - MARGIN / 2) {
      x = MARGIN;
      y += ROW_HEIGHT;
      before = undefined;
    }
    const place = { x, y };
    if (before !== undefined) {
      const reach = step.kind === 'call' ? RADIUS + (step.isJudged ? 9 : 5) : OTHER_SLOT / 3;
      parts.push(line(before, { x: x - reach, y }));
      if (step.kind === 'call') {
        parts.push(arrow({ x: x - reach + 3, y }, 0));
      }
    }
    parts.push(step.kind === 'call' ? callMark(step, place, translate) : otherMark(step, place, translate));
    before = { x: x + (step.kind === 'call' ? RADIUS + 3 : OTHER_SLOT / 3), y };
    x += slot;
  }
  parts.push('</g>');
  return y - top + ROW_HEIGHT - RADIUS - 4;
}

function callMark(call: ExplainedCall, place: Point, translate: Translate): string {
  const classes = `call ${colourOf(call.letterIndex)}`;
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
  return (
    `<g><title>${escapeMarkup(otherCallsText(other, translate))}</title>` +
    `${other.kind === 'between' ? text(place, `+${other.count}`, 'quiet') : text(place, '⋯', 'letter') + text({ x: place.x, y: place.y + RADIUS + 14 }, String(other.count), 'quiet')}` +
    '</g>'
  );
}

/** Says what letters, shapes and signs mean, as far as they occur. */
function legend(
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

function cross({ x, y }: Point, size: number): string {
  const side = 2 * size;
  return `<path class="cross" d="M${pair({ x: x - size, y: y - size })}l${side} ${side}m0 ${-side}l${-side} ${side}"/>`;
}

/** A point as a path writes it. */
function pair({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function shortLabel(label: string): string {
  return label.length > LABEL_CHARACTERS ? `${clip(label, LABEL_CHARACTERS - 1)}…` : label;
}

function colourOf(index: number): string {
  return `c${index % PICTURE_COLOURS}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
