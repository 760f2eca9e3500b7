import type { Translate } from '../words/language';
import { cutInTheMiddle } from '../words/callLabel';
import type { ExplainedCall } from './explainedCall';
import type { Explanation } from './explanation';
import { colourOf, WIDTH } from './pictureFrame';
import { arrow, circle, cross, octagon, coordinates, type Point, text } from './shapes';

/** More steps need a larger ring, and leave less room for words next to it. */
const WIDE_FROM = 7;
const RING_RADII = { usual: 50, wide: 66 } as const;
const RING_NODE = 20;
/** About the height of a text next to the ring. */
const CHARACTER_WIDTH = 6.7;

/** More steps than this do not fit on a ring. */
export const RING_POSITIONS = 10;

/**
 * Draws one mark for each step of the cycle, clockwise from the top, with what was called next to it.
 * @param parts the drawing is added to them
 * @returns how high it is
 */
export function ring(
  { steps, period, count, letters }: Explanation,
  parts: string[],
  top: number,
  translate: Translate,
): number {
  const radius = period < WIDE_FROM ? RING_RADII.usual : RING_RADII.wide;
  const centre: Point = { x: WIDTH / 2, y: top + radius + 52 };
  const at = (position: number, distance: number = radius): Point => {
    const angle = ((position - 1) / period) * 2 * Math.PI - Math.PI / 2;
    return { x: centre.x + distance * Math.cos(angle), y: centre.y + distance * Math.sin(angle) };
  };
  parts.push('<g class="ring">');
  for (let position = 1; position <= period; position++) {
    const gap = (RING_NODE + 6) / ((2 * Math.PI * radius) / period);
    const [from, to] = [at(position + gap), at(position + 1 - gap)];
    parts.push(`<path class="wire" d="M${coordinates(from)}A${radius} ${radius} 0 0 1 ${coordinates(to)}"/>`);
    parts.push(arrow(to, ((position + 1 - gap - 1) / period) * 2 * Math.PI));
  }
  for (let position = 1; position <= period; position++) {
    const here = steps.filter((step): step is ExplainedCall => step.kind === 'call' && step.position === position);
    const shown = here.at(-1);
    const names = [...new Set(here.map(({ letter }) => letter))];
    const place = at(position);
    parts.push(
      circle(place, RING_NODE, `call ${colourOf(shown?.letterIndex ?? 0, period)}`),
      text(place, names.join('+') || '?', 'letter'),
    );
    if (shown?.ran === false) {
      const badge = { x: place.x + RING_NODE * 0.8, y: place.y - RING_NODE * 0.8 };
      parts.push(octagon(badge, 8, 'refused solid'), cross(badge, 3));
    }
    const label = letters.find(({ letter }) => letter === shown?.letter)?.tool ?? '';
    const beside = at(position, radius + RING_NODE + 12);
    const anchor = Math.abs(beside.x - centre.x) < 10 ? 'middle' : beside.x > centre.x ? 'start' : 'end';
    const room = anchor === 'middle' ? WIDTH : anchor === 'start' ? WIDTH - beside.x : beside.x;
    parts.push(text(beside, cutInTheMiddle(label, Math.floor(room / CHARACTER_WIDTH)), 'label', anchor));
  }
  parts.push(
    text({ x: centre.x, y: centre.y - 8 }, `${count}×`, 'count'),
    text({ x: centre.x, y: centre.y + 16 }, translate('rounds'), 'quiet'),
    '</g>',
  );
  return 2 * radius + 108;
}
