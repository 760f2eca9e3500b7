import { cpus } from 'node:os';
import type { Figure } from './figure';

export function page(figures: readonly Figure[]): string {
  const missed = figures.filter(misses);
  const measured = figures.filter((figure) => figure.measured !== undefined);
  const rows = figures.map((figure) => [nameOf(figure), figure.unit, cellOf(figure), limitOf(figure)]);
  return [
    '# What the guard costs',
    '',
    `Measured by \`npm run bench -- --write\` with Node ${process.versions.node} on ${process.platform}, ` +
      `${cpus().length} cores: ${measured.length - missed.length} of ${measured.length} limits reached.`,
    '',
    '| What | In units of | Measured | Limit |',
    '| --- | --- | --- | --- |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    ...(missed.length === 0 ? [] : ['What stands in the way of a limit that is missed:', '']),
    ...missed.map((figure) => `- ${nameOf(figure)}: ${figure.missedFor ?? 'not known yet.'}`),
    '',
  ].join('\n');
}

const nameOf = ({ group, name }: Figure): string => `${group}: ${name}`;

const limitOf = ({ most, least }: Figure): string => (most !== undefined ? `≤ ${most}` : `≥ ${least}`);

const misses = ({ measured = Number.NaN, most = Infinity, least = -Infinity }: Figure): boolean =>
  measured > most || measured < least;

function cellOf(figure: Figure): string {
  const { measured } = figure;
  return measured === undefined ? 'not measured' : `${digits(measured)}${misses(figure) ? ' **MISSED**' : ''}`;
}

function digits(number: number): string {
  return Math.abs(number) >= 100 ? number.toFixed(0) : Math.abs(number) >= 10 ? number.toFixed(1) : number.toFixed(2);
}
