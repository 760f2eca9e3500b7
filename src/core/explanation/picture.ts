import type { Translate } from '../words/language';
import { escapeMarkup } from '../words/pages/htmlPage';
import {
  type ExplainedCall,
  type OtherCalls,
  shortened,
  type Step,
  otherCallsText,
  resultWords,
  type ResultRelation,
} from './explainedCall';
import type { Explanation } from './explanation';

/** One unit is one pixel: the picture fits a narrow pane, and its text never shrinks. */
const WIDTH = 310;
const MARGIN = 24;
const RADIUS = 17;

/** Letters repeat these colors; their names don't repeat. */
const PICTURE_COLOURS = 6;

/** What the result of a call was to the one before, as a sign below it. */
const SIGNS: Readonly<Record<ResultRelation, string>> = {
  first: '',
  equal: '=',
  numbers: '≈',
  changed: '≠',
  unknown: '?',
  refused: '',
};

/** Only the steps of a cycle have colors of their own. */
function colourOf(letterIndex: number, period: number): string {
  return period > 1 ? `c${letterIndex % PICTURE_COLOURS}` : 'neutral';
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function circle({ x, y }: Point, radius: number, classes: string): string {
  return `<circle class="${classes}" cx="${round(x)}" cy="${round(y)}" r="${radius}"/>`;
}

/** An SVG shape with eight corners, like a stop sign, as high as a circle of this radius. */
function octagon({ x, y }: Point, radius: number, classes: string): string {
  const corner = radius * Math.tan(Math.PI / 8);
  const offsets = [
    [-corner, -radius],
    [corner, -radius],
    [radius, -corner],
    [radius, corner],
    [corner, radius],
    [-corner, radius],
    [-radius, corner],
    [-radius, -corner],
  ] as const;
  return (
    `<polygon class="${classes}" points="` +
    `${offsets.map(([dx, dy]) => `${round(x + dx)},${round(y + dy)}`).join(' ')}"/>`
  );
}

function line(from: Point, to: Point): string {
  return `<path class="wire" d="M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}"/>`;
}

function arrow({ x, y }: Point): string {
  const back = round(x - 7.2);
  return `<polygon class="head" points="${round(x)},${round(y)} ${back},${round(y - 3.5)} ${back},${round(y + 3.5)}"/>`;
}

/** A text, centred on its place; escaped. */
function text({ x, y }: Point, words: string, classes: string): string {
  return (
    `<text class="${classes}" x="${round(x)}" y="${round(y)}" text-anchor="middle" ` +
    `dominant-baseline="central">${escapeMarkup(words)}</text>`
  );
}

/** A cross of two lines, `size` to each side. */
function cross({ x, y }: Point, size: number): string {
  const side = 2 * size;
  const start = `${round(x - size)} ${round(y - size)}`;
  return `<path class="cross" d="M${start}l${side} ${side}m0 ${-side}l${-side} ${side}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const CALL_SLOT = 50;
const OTHER_SLOT = 42;
const ROW_HEIGHT = 84;
const FIRST_STEPS = 5;
const LAST_STEPS = 12;

/**
 * Draws the calls of a loop in their order, lettered by what was called; a blocked call is an octagon. Colors come from
 * the page's style; without one the picture is black on white. The legend explains letters and signs.
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

const NAMED_LETTERS = 8;

const NAMED_TOOLS = 6;

const SIZE = 24;
const CENTRE = { x: SIZE / 2, y: SIZE / 2 };

/** Explains the letters, shapes, and signs that occur: as HTML, so that its text has the size of all other text. */
export function legend({ steps, letters, period }: Explanation, translate: Translate): string {
  const calls = steps.filter((step): step is ExplainedCall => step.kind === 'call');
  const items = lettersByTool(letters).map(([tool, names]) =>
    entry(
      period > 1 && names.length === 1
        ? mark(
            circle(CENTRE, 10, `call ${colourOf(names[0]?.at ?? 0, period)}`) +
              text(CENTRE, names[0]?.letter ?? '', 'letter small'),
          )
        : `<strong>${escapeMarkup(lettersText(names))}</strong>`,
      tool,
    ),
  );
  if (calls.some(({ ran }) => !ran)) {
    items.push(entry(mark(octagon(CENTRE, 10, 'call refused') + cross(CENTRE, 4)), translate('blocked')));
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
  for (const [sign, words] of signs) {
    items.push(entry(`<strong class="${sign === '!' ? 'error' : ''}">${sign}</strong>`, words));
  }
  return `<ul class="legend">${items.join('')}</ul>`;
}

type Named = { readonly letter: string; readonly at: number };

function lettersByTool(letters: Explanation['letters']): (readonly [tool: string, letters: readonly Named[]])[] {
  const byTool = new Map<string, Named[]>();
  letters.forEach(({ letter, tool }, at) => {
    byTool.set(tool, [...(byTool.get(tool) ?? []), { letter, at }]);
  });
  const known = [...byTool];
  return known.length > NAMED_TOOLS ? [...known.slice(0, NAMED_TOOLS), ['…', []]] : known;
}

function lettersText(names: readonly Named[]): string {
  const shown = names.slice(0, NAMED_LETTERS).map(({ letter }) => letter);
  return [...shown, ...(names.length > shown.length ? ['…'] : [])].join(', ');
}

function mark(drawing: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="picture sign" aria-hidden="true" viewBox="0 0 ${SIZE} ${SIZE}" ` +
    `width="${SIZE}" height="${SIZE}">${drawing}</svg>`
  );
}

function entry(sign: string, words: string): string {
  return `<li>${sign} <span>${escapeMarkup(words)}</span></li>`;
}
