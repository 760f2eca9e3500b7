import type { BenchCall } from './calls';
import type { Subject } from './subject';

export class Lane {
  #next = 0;

  constructor(
    readonly subject: Subject,
    private readonly calls: readonly BenchCall[],
  ) {}

  /** @returns nanoseconds per step, including the cost of the clock */
  run(steps: number): number {
    let total = 0n;
    for (let step = 0; step < steps; step++) {
      const call = this.calls[this.#next++ % this.calls.length] as BenchCall;
      const start = process.hrtime.bigint();
      this.subject.step(call);
      total += process.hrtime.bigint() - start;
      this.subject.after?.(call);
    }
    return Number(total) / steps;
  }
}

const EMPTY: Subject = { step: () => undefined };

/**
 * Runs a short batch of each lane per round, in changing order, so noise affects all of them.
 * @returns per lane, the cost in each round in nanoseconds per step, without that of the clock
 */
export function interleaved(lanes: readonly Lane[], wantedRounds: number, steps: number): number[][] {
  const rounds = Math.ceil(wantedRounds * SHARE_OF_ROUNDS);
  const empty = new Lane(EMPTY, [{ tool: '', arguments: {}, text: '' }]);
  for (const lane of [...lanes, empty]) {
    for (let warm = 0; warm < WARM_UP; warm++) {
      lane.run(steps);
    }
  }
  const costs = lanes.map((): number[] => []);
  const bestClock = Math.min(...Array.from({ length: 20 }, () => empty.run(200)));
  for (let round = 0; round < rounds; round++) {
    const clock = IS_QUICK ? bestClock : empty.run(200);
    for (let turn = 0; turn < lanes.length; turn++) {
      const at = (turn + round) % lanes.length;
      costs[at]?.push(Math.max(1, (lanes[at] as Lane).run(steps) - clock));
    }
  }
  return costs;
}

/** A check needs fewer rounds, because it only finds large differences. */
const IS_QUICK = process.argv.includes('--quick');
const SHARE_OF_ROUNDS = IS_QUICK ? 0.15 : 1;

/** Batches that don't count, until the code is compiled and the windows are full. */
const WARM_UP = IS_QUICK ? 20 : 30;

/**
 * The median over all rounds of one lane's cost in units of another's in the same round. In a check, which runs next to
 * other tests, the best round of each, because noise only slows them down.
 */
export function ratio(costs: readonly number[], base: readonly number[]): number {
  if (IS_QUICK) {
    return Math.min(...costs) / Math.min(...base);
  }
  return median(costs.map((cost, round) => cost / (base[round] ?? Number.NaN)));
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
