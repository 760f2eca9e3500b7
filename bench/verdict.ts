import { type BenchCall, callOf, distinctCalls, type Size, SIZES } from './calls';
import type { Figure } from './figure';
import { IdentifyingSubject } from './identifying';
import { interleaved, Lane, median, ratio } from './interleave';
import { type Answers, floor, GuardSubject, type Subject, textFloor } from './subject';

const EFFORT: Record<Size, { readonly rounds: number; readonly steps: number }> = {
  '100 B': { rounds: 150, steps: 100 },
  '1 kB': { rounds: 150, steps: 100 },
  '100 kB': { rounds: 100, steps: 6 },
};

/**
 * How long a verdict takes, compared with the floor and the peer. `distinct`: all calls and answers are new, the usual
 * case. `repeating`: one call with one answer, each time a loop. `alike`: each call is new, but nearly the last, and
 * fails the same way, so texts are compared.
 */
export function verdictFigures(gemini: (() => Subject) | undefined): Figure[] {
  return (Object.keys(SIZES) as Size[]).flatMap((size) => {
    const distinct = distinctCalls(size);
    const repeating = [callOf(size, 1)];
    return [
      ...(Object.entries(ANSWERS) as [Kind, Answers][]).map(([kind, answers]) =>
        slowest(size, kind, callsOf(kind, size), new GuardSubject({ answers })),
      ),
      ...figures(size, 'distinct', distinct, new GuardSubject({ answers: 'new' }), gemini),
      ...figures(size, 'repeating', repeating, new GuardSubject({ answers: 'same' }), gemini),
      ...figures(size, 'alike', distinct.map(ofOneTool), new GuardSubject({ answers: 'failing' }), undefined),
      ...asText(size, distinct),
      // The part of a verdict that needs no earlier calls; the rest is comparing.
      ...(size === '100 B'
        ? figures(size, 'distinct, identifying alone', distinct, new IdentifyingSubject(), undefined)
        : []),
    ];
  });
}

type Kind = 'distinct' | 'repeating' | 'alike';

const ANSWERS: Readonly<Record<Kind, Answers>> = { distinct: 'new', repeating: 'same', alike: 'failing' };

function callsOf(kind: Kind, size: Size): readonly BenchCall[] {
  const calls = kind === 'repeating' ? [callOf(size, 1)] : distinctCalls(size);
  return kind === 'alike' ? calls.map(ofOneTool) : calls;
}

/** 99% of verdicts take at most this processor time; a busy machine distorts the clock. The best round counts. */
function slowest(size: Size, kind: Kind, calls: readonly BenchCall[], guard: Subject): Figure {
  const spent: number[] = [];
  for (let made = 0; made < WARMING + ROUNDS * MEASURED; made++) {
    const call = calls[made % calls.length] as BenchCall;
    const before = process.cpuUsage();
    guard.step(call);
    const { user, system } = process.cpuUsage(before);
    guard.after?.(call);
    spent.push((user + system) / 1000);
  }
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    const begin = WARMING + round * MEASURED;
    return spent.slice(begin, begin + MEASURED).sort((a, b) => a - b)[Math.floor(MEASURED * SHARE)] ?? Number.NaN;
  });
  return { group: 'verdict', name: `${size} ${kind}, 99 of 100 within`, unit: 'ms', measured: Math.min(...rounds) };
}

const WARMING = 500;
const ROUNDS = 3;
const MEASURED = 1_000;
const SHARE = 0.99;

const ofOneTool = (call: BenchCall): BenchCall => ({ ...call, tool: 'read_file' });

function figures(
  size: Size,
  kind: string,
  calls: readonly BenchCall[],
  guard: Subject,
  gemini: (() => Subject) | undefined,
): Figure[] {
  const { rounds, steps } = EFFORT[size];
  const subjects = [floor(), guard, ...(gemini === undefined ? [] : [gemini()])];
  const [base = [], ours = [], theirs] = interleaved(
    subjects.map((subject) => new Lane(subject, calls)),
    rounds,
    steps,
  );
  const name = `${size} ${kind}`;
  const own: Figure = {
    group: 'verdict',
    name,
    unit: '× floor',
    measured: ratio(ours, base),
    microseconds: median(ours) / 1000,
  };
  if (gemini === undefined) {
    return [own];
  }
  const peer: Figure = {
    group: 'gemini',
    name: `${name}: ours`,
    unit: '× gemini',
    measured: theirs && ratio(ours, theirs),
  };
  const peerFloor: Figure = {
    group: 'gemini',
    name: `${name}: theirs`,
    unit: '× floor',
    measured: theirs && ratio(theirs, base),
    microseconds: theirs && median(theirs) / 1000,
  };
  return [own, peer, peerFloor];
}

/** Arguments as JSON text must be parsed, which the other floor leaves out. */
function asText(size: Size, calls: readonly BenchCall[]): Figure[] {
  const { rounds, steps } = EFFORT[size];
  const subjects = [textFloor(), new GuardSubject({ answers: 'new', asText: true })];
  const [base = [], ours = []] = interleaved(
    subjects.map((subject) => new Lane(subject, calls)),
    rounds,
    steps,
  );
  return [
    {
      group: 'verdict',
      name: `${size} distinct, as JSON text`,
      unit: '× floor + parse',
      measured: ratio(ours, base),
      microseconds: median(ours) / 1000,
    },
  ];
}
