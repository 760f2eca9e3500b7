import { RepeatingText } from '../src/core/models/repeatingText';
import type { Figure } from './figure';
import { median } from './interleave';

const ROUNDS = process.argv.includes('--quick') ? 2 : 9;
/** If the time grows only with the text, ten times the text takes ten times as long; the rest is noise. */
const LENGTH = 100_000;
const TIMES = 10;
/** About what a model sends at once. */
const PART = 20;

/** Pieces of one answer are equally long; otherwise, the short text would be of another kind than the long one. */
const ANSWERS: Readonly<Record<string, (number: string) => string>> = {
  prose: (number) => `The number ${number} is the sum of two other numbers. `,
  'one line': () => 'x',
  words: (number) => `word${number} `,
  'rows of data': () => '{ "a": 1 },\n',
  spaces: () => ' ',
};

/** The cost of watching 1 MB for repeating text, in units of 100 kB. The short answer is watched ten times as often. */
export function answerFigures(): Figure[] {
  return Object.entries(ANSWERS).map(([name, piece]): Figure => {
    const long = partsOf(piece, LENGTH * TIMES);
    const short = partsOf(piece, LENGTH);
    watch(long);
    const rounds = Array.from({ length: ROUNDS }, (_, round) => {
      const turns = [() => watch(long), () => repeat(TIMES, () => watch(short))];
      const spent = round % 2 === 0 ? turns.map(microseconds) : turns.toReversed().map(microseconds).toReversed();
      return { long: spent[0] ?? 0, short: (spent[1] ?? 0) / TIMES };
    });
    return {
      group: 'text',
      name: `watched answer: ${name}, 100 kB → 1 MB`,
      unit: '×',
      measured: median(rounds.map((spent) => spent.long / spent.short)),
      microseconds: median(rounds.map((spent) => spent.long)),
    };
  });
}

function partsOf(piece: (number: string) => string, length: number): string[] {
  const count = Math.ceil(length / piece(numbered(0)).length);
  const text = Array.from({ length: count }, (_, index) => piece(numbered(index)))
    .join('')
    .slice(0, length);
  return Array.from({ length: Math.ceil(text.length / PART) }, (_, at) => text.slice(at * PART, (at + 1) * PART));
}

const numbered = (index: number): string => String(index).padStart(6, '0');

function watch(parts: readonly string[]): void {
  const watched = new RepeatingText(5);
  for (const part of parts) {
    watched.push(part);
  }
}

function repeat(times: number, work: () => void): void {
  for (let time = 0; time < times; time++) {
    work();
  }
}

/** Processor time, which other programs on the machine disturb less. */
function microseconds(work: () => unknown): number {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}
