import { type CallGain, callGain, type Gain, isProgress, mayBeProgress } from './gain';
import type { Round, WindowEntry } from './entry';

export type Results = 'same' | 'similar' | 'errors' | 'changed' | 'unknown';

/** The rounds before the candidate's own. */
export class Rounds {
  readonly oldestFirst: readonly Round[];
  readonly newestFirst: readonly Round[];
  /** The other calls of the candidate's round that were checked before it. */
  readonly siblings: readonly WindowEntry[];
  readonly #all: readonly Round[];
  /** Computed on demand: for most calls, only the newest ones matter. */
  readonly #brought = new Map<WindowEntry, CallGain>();

  constructor(
    private readonly history: readonly WindowEntry[],
    candidate: WindowEntry,
  ) {
    this.#all = groupedByRound(history);
    const last = this.#all.at(-1);
    this.siblings = last?.[0].round === candidate.round ? last : [];
    this.oldestFirst = this.siblings.length === 0 ? this.#all : this.#all.slice(0, -1);
    this.newestFirst = this.oldestFirst.toReversed();
  }

  newestWhile(test: (round: Round) => boolean): readonly Round[] {
    const end = this.newestFirst.findIndex((round) => !test(round));
    return end < 0 ? this.newestFirst : this.newestFirst.slice(0, end);
  }

  /** An edit is progress even if no hook reports its result: a check after it checks something else. */
  hasProgress(calls: readonly WindowEntry[]): boolean {
    return calls.some((call) => {
      const gain = this.gainOf(call);
      return isProgress(gain) || (gain === 'unknown' && call.changes !== undefined);
    });
  }

  mayHaveProgress(round: Round): boolean {
    return round.some((call) => mayBeProgress(this.gainOf(call)));
  }

  get siblingsHaveProgress(): boolean {
    return this.hasProgress(this.siblings);
  }

  callsBefore(index: number): readonly WindowEntry[] {
    return this.history.filter((call) => call.index < index);
  }

  gainOf(call: WindowEntry): Gain {
    return this.#callGain(call).gain;
  }

  /** A result that a known call never had before: what changes back and forth is no longer news. */
  hasNewResult(call: WindowEntry): boolean {
    return this.#callGain(call).hasNewResult;
  }

  #callGain(call: WindowEntry): CallGain {
    const brought = this.#brought.get(call) ?? callGain(call, this.#all);
    this.#brought.set(call, brought);
    return brought;
  }
}

function groupedByRound(history: readonly WindowEntry[]): readonly Round[] {
  const rounds: [WindowEntry, ...WindowEntry[]][] = [];
  for (const call of history) {
    const newest = rounds.at(-1);
    if (newest?.[0].round === call.round) {
      newest.push(call);
    } else {
      rounds.push([call]);
    }
  }
  return rounds;
}

/** An unknown result counts as the same, because there is no evidence that it was new. */
export function mayHaveSameResult({ outcome: a }: WindowEntry, { outcome: b }: WindowEntry): boolean {
  return a === undefined || b === undefined || a.digest === b.digest;
}

/** Only known results; in failures, numbers are ignored. */
export function haveSameResult({ outcome: a }: WindowEntry, { outcome: b }: WindowEntry): boolean {
  if (a === undefined || b === undefined || a.kind !== b.kind) {
    return false;
  }
  return a.kind === 'failed' ? a.shapeDigest === b.shapeDigest : a.digest === b.digest;
}

export function compareResults(calls: readonly Pick<WindowEntry, 'outcome'>[]): Results {
  const outcomes = calls.flatMap(({ outcome }) => outcome ?? []);
  const [first] = outcomes;
  if (first === undefined) {
    return 'unknown';
  }
  if (outcomes.every(({ kind }) => kind === 'failed')) {
    return 'errors';
  }
  if (outcomes.every(({ digest }) => digest === first.digest)) {
    return 'same';
  }
  return outcomes.every(({ shapeDigest }) => shapeDigest === first.shapeDigest) ? 'similar' : 'changed';
}
