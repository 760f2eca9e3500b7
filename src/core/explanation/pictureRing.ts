import type { Translate } from '../words/language';
import { clip } from '../words/quoting';
import type { ExplainedCall } from './explainedCall';
import type { Explanation } from './explanation';
import { colourOf, WIDTH } from './pictureFrame';
import { arrow, circle, cross, octagon, coordinates, type Point, text } from './shapes';

const RING_RADIUS = 64;
const RING_NODE = 20;
const LABEL_CHARACTERS = 15;

/** More steps than this do not fit on a ring. */
export const RING_POSITIONS = 10;

/**
 * Draws one mark for each step of the cycle, clockwise from the top, with what was called beside it.
 * @param parts the drawing is added to them
 * @returns how high it is
 */
export function ring(
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
    parts.push(`<path class="wire" d="M${coordinates(from)}A${RING_RADIUS} ${RING_RADIUS} 0 0 1 ${coordinates(to)}"/>`);
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

function shortLabel(label: string): string {
  return label.length > LABEL_CHARACTERS ? `${clip(label, LABEL_CHARACTERS - 1)}…` : label;
}
