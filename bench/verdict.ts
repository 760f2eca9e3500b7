import { type Answers, BenchGuard } from './benchGuard';
import { type BenchCall, callOf, distinctCalls, type Size, SIZES } from './calls';
import type { Figure } from './figure';

const WARMING = 500;
const ROUNDS = 50;
const MEASURED = 200;
const SHARE = 0.99;

type Kind = 'distinct' | 'repeating' | 'alike';

const ANSWERS: Readonly<Record<Kind, Answers>> = { distinct: 'new', repeating: 'same', alike: 'failing' };

/**
 * How long a verdict takes, in a conversation of thousands of calls. `distinct`: all calls and answers are new, the
 * usual case. `repeating`: one call with one answer, each time a loop. `alike`: each call is new, but nearly the last,
 * and fails the same way, so texts are compared.
 */
export function verdictFigures(): Figure[] {
  return (Object.keys(SIZES) as Size[]).flatMap((size) =>
    (Object.keys(ANSWERS) as Kind[]).map((kind): Figure => ({
      group: 'verdict',
      name: `${size} ${kind}, 99 of 100 within`,
      unit: 'ms',
      measured: slowest(callsOf(kind, size), new BenchGuard({ answers: ANSWERS[kind] })),
      most: 1,
    })),
  );
}

function callsOf(kind: Kind, size: Size): readonly BenchCall[] {
  const calls = kind === 'repeating' ? [callOf(size, 1)] : distinctCalls(size);
  return kind === 'alike' ? calls.map((call) => ({ ...call, tool: 'read_file' })) : calls;
}

/** 99% of verdicts take at most this processor time; a busy machine distorts the clock. The best round counts. */
function slowest(calls: readonly BenchCall[], guard: BenchGuard): number {
  const spent: number[] = [];
  for (let made = 0; made < WARMING + ROUNDS * MEASURED; made++) {
    const call = calls[made % calls.length] as BenchCall;
    const before = process.cpuUsage();
    guard.check(call);
    const { user, system } = process.cpuUsage(before);
    guard.record();
    spent.push((user + system) / 1000);
  }
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    const begin = WARMING + round * MEASURED;
    return spent.slice(begin, begin + MEASURED).sort((a, b) => a - b)[Math.floor(MEASURED * SHARE)] ?? Number.NaN;
  });
  return Math.min(...rounds);
}
