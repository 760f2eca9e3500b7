import { describeOutcome } from '../src/engine/facts/outcome';
import { sha256 } from '../src/node/files/hash';
import type { Figure } from './figure';

const ROUNDS = 15;
/** If the time grows only with the text, ten times the text takes ten times as long; the rest is noise. */
const LENGTH = 100_000;

const HOSTILE = {
  digits: '1',
  'dashed letters': 'a-',
  'hex ids': 'deadbee0-',
  spaces: ' ',
  errors: 'error',
  'escape signs': '\u001b[',
};

export function textFigures(): Figure[] {
  return Object.entries(HOSTILE).map(([name, part]) =>
    growth(
      `described result: ${name}`,
      (length) => part.repeat(Math.ceil(length / part.length)),
      (text) => describeOutcome(text, false, sha256),
    ),
  );
}

function growth(name: string, text: (length: number) => string, work: (text: string) => unknown): Figure {
  const [small, large] = [text(LENGTH), text(10 * LENGTH)];
  work(small);
  const spent = { small: Infinity, large: Infinity };
  for (let round = 0; round < ROUNDS; round++) {
    spent.small = Math.min(
      spent.small,
      nanoseconds(() => work(small)),
    );
    spent.large = Math.min(
      spent.large,
      nanoseconds(() => work(large)),
    );
  }
  return {
    group: 'text',
    name: `${name}, 100 kB → 1 MB`,
    unit: '×',
    measured: spent.large / spent.small,
    microseconds: spent.large / 1000,
  };
}

function nanoseconds(work: () => unknown): number {
  const begin = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - begin);
}
