import { escapeMarkup } from '../words/pages/markup';

/** A place in a picture, in its units. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An SVG circle. */
export function circle({ x, y }: Point, radius: number, classes: string): string {
  return `<circle class="${classes}" cx="${round(x)}" cy="${round(y)}" r="${radius}"/>`;
}

/** An SVG shape with eight corners, like a stop sign, as high as a circle of this radius. */
export function octagon({ x, y }: Point, radius: number, classes: string): string {
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

/** A straight line. */
export function line(from: Point, to: Point): string {
  return `<path class="wire" d="M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}"/>`;
}

/** The head of an arrow to the right. */
export function arrow({ x, y }: Point): string {
  const back = round(x - 7.2);
  return `<polygon class="head" points="${round(x)},${round(y)} ${back},${round(y - 3.5)} ${back},${round(y + 3.5)}"/>`;
}

/** A text, centred on its place; escaped. */
export function text({ x, y }: Point, words: string, classes: string): string {
  return (
    `<text class="${classes}" x="${round(x)}" y="${round(y)}" text-anchor="middle" ` +
    `dominant-baseline="central">${escapeMarkup(words)}</text>`
  );
}

/** A cross of two lines, `size` to each side. */
export function cross({ x, y }: Point, size: number): string {
  const side = 2 * size;
  const start = `${round(x - size)} ${round(y - size)}`;
  return `<path class="cross" d="M${start}l${side} ${side}m0 ${-side}l${-side} ${side}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
