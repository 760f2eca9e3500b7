import { describeOutcome } from '../src/engine/outcome';
import { RepeatingText } from '../src/core/models/repeatingText';
import { sha256 } from '../src/node/files/hash';
import type { Figure } from './figure';
import { median } from './interleave';

const ROUNDS = 7;
/** What grows with the text and no more is ten times as long for ten times the text; measuring has noise of its own. */
const TARGET = 15;
const LENGTH = 100_000;

const PROSE = (index: number): string => `The number ${index} is the sum of two other numbers. `;
const WATCHED = {
  prose: PROSE,
  'one line': () => 'x',
  words: (index: number) => `word${index} `,
  'rows of data': () => '{ "a": 1 },\n',
  spaces: () => ' ',
};
const HOSTILE = {
  digits: '1',
  'dashed letters': 'a-',
  'hex ids': 'deadbee0-',
  spaces: ' ',
  errors: 'error',
  'escape signs': '\u001b[',
};

/** What ten times the text costs, in units of what the text costs: for everything that reads texts of any length. */
export function textFigures(): Figure[] {
  return [
    ...Object.entries(WATCHED).map(([name, part]) =>
      growth(`watched answer: ${name}`, (length) => written(part, length), watch),
    ),
    ...Object.entries(HOSTILE).map(([name, part]) =>
      growth(
        `described result: ${name}`,
        (length) => part.repeat(Math.ceil(length / part.length)),
        (text) => describeOutcome(text, false, sha256),
      ),
    ),
  ];
}

function growth(name: string, text: (length: number) => string, work: (text: string) => unknown): Figure {
  const [small, large] = [text(LENGTH), text(10 * LENGTH)];
  work(small);
  const rounds = Array.from(
    { length: ROUNDS },
    () => [nanoseconds(() => work(small)), nanoseconds(() => work(large))] as const,
  );
  const [one, ten] = [median(rounds.map(([spent]) => spent)), median(rounds.map(([, spent]) => spent))];
  return {
    group: 'text',
    name: `${name}, 100 kB → 1 MB`,
    unit: '×',
    measured: ten / one,
    target: TARGET,
    microseconds: ten / 1000,
  };
}

function written(part: (index: number) => string, length: number): string {
  return Array.from({ length: Math.ceil(length / part(100_000).length) }, (_, index) => part(index)).join('');
}

function watch(text: string): void {
  const watched = new RepeatingText(5);
  for (let at = 0; at < text.length; at += 20) {
    watched.push(text.slice(at, at + 20));
  }
}

function nanoseconds(work: () => unknown): number {
  const begin = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - begin);
}
