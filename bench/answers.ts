import { RepeatingText } from '../src/core/models/repeatingText';
import type { Figure } from './figure';
import { median } from './interleave';

const ROUNDS = process.argv.includes('--quick') ? 2 : 9;
/** What grows with the text and no more takes ten times as long for ten times the text; measuring has noise. */
const TARGET = 11;
const LENGTH = 100_000;
const TIMES = 10;
/** About what a model sends at once. */
const PART = 20;

/**
 * Answers of different kinds, by their pieces; the number of a piece makes it unlike the others. All pieces of an
 * answer are equally long: were those at its end longer, the short text would be of another kind than the long one.
 */
const ANSWERS: Readonly<Record<string, (number: string) => string>> = {
  prose: (number) => `The number ${number} is the sum of two other numbers. `,
  'one line': () => 'x',
  words: (number) => `word${number} `,
  'rows of data': () => '{ "a": 1 },\n',
  spaces: () => ' ',
};

/**
 * What it costs to watch an answer of 1 MB for repeating text, in units of what one of 100 kB costs. The short answer
 * is watched ten times for each time of the long one, so that both do the same work where it is linear.
 */
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
      target: TARGET,
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

/** Of processor time: what else runs on the machine then counts for less. */
function microseconds(work: () => unknown): number {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}
