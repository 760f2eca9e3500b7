import { type BenchCall, distinctCalls, type Size } from './calls';
import type { Figure } from './figure';
import { interleaved, Lane, median, ratio } from './interleave';
import { GuardSubject, type Subject } from './subject';

const ROUNDS = 200;
const STEPS = 100;
const MANY_CALLS = 10_000;
const MANY_CONVERSATIONS = 1_000;
const WINDOW = 40;

/**
 * What a call costs later or among many, in units of what it costs early or alone. All calls and answers are new.
 * `10 calls`: around the tenth call, with the window a quarter full. `40 calls`: the window is full for the first time;
 * anything above 1 from there on is growth without a bound.
 */
export function growthFigures(sizes: readonly Size[] = ['100 B', '1 kB']): Figure[] {
  return sizes.flatMap((size) => [...callsFigures(size), conversationsFigure(size)]);
}

function callsFigures(size: Size): Figure[] {
  const calls = distinctCalls(size);
  const old = new Lane(new GuardSubject({ answers: 'new' }), calls);
  old.run(MANY_CALLS);
  const lanes = [new Lane(new YoungSubject(10, calls), calls), new Lane(new YoungSubject(WINDOW, calls), calls), old];
  const [ten = [], full = [], late = []] = interleaved(lanes, ROUNDS, STEPS);
  const microseconds = median(late) / 1000;
  return [
    {
      group: 'growth',
      name: `${size}: 10 → 10,000 calls`,
      unit: '×',
      measured: ratio(late, ten),
      microseconds,
    },
    {
      group: 'growth',
      name: `${size}: 40 → 10,000 calls`,
      unit: '×',
      measured: ratio(late, full),
      microseconds,
    },
  ];
}

function conversationsFigure(size: Size): Figure {
  const subject = (conversations: number): Subject => new GuardSubject({ answers: 'new', conversations });
  const calls = distinctCalls(size);
  const many = new Lane(subject(MANY_CONVERSATIONS), calls);
  many.run(MANY_CONVERSATIONS * (WINDOW + 1));
  const [one = [], all = []] = interleaved([new Lane(subject(1), calls), many], ROUNDS, STEPS);
  return {
    group: 'growth',
    name: `${size}: 1 → 1,000 conversations`,
    unit: '×',
    measured: ratio(all, one),
    microseconds: median(all) / 1000,
  };
}

/** Keeps a conversation at about this age: after a few steps, a new one begins outside the measured time. */
class YoungSubject implements Subject {
  #steps = 0;
  #guard: GuardSubject;

  constructor(
    private readonly age: number,
    private readonly calls: readonly BenchCall[],
  ) {
    this.#guard = this.#aged();
  }

  step(call: BenchCall): unknown {
    return this.#guard.step(call);
  }

  after(): void {
    this.#guard.after();
    this.#steps += 1;
    if (this.#steps % 4 === 0) {
      this.#guard = this.#aged();
    }
  }

  #aged(): GuardSubject {
    const guard = new GuardSubject({ answers: 'new' });
    for (let made = 0; made < this.age - 2; made++) {
      guard.step(this.calls[(this.#steps + 4 + made) % this.calls.length] as BenchCall);
      guard.after();
    }
    return guard;
  }
}
