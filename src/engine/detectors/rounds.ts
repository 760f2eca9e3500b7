import type { Results } from './observation';
import { NewestRun, type Run } from './newestRun';
import { succeeded } from '../outcome';
import { SlidingList } from '../slidingList';
import type { RecordedOutcome, Round, WindowEntry } from '../window';

export type { Round };

/** The rounds before the candidate's own, as the detectors walk through them. */
export class Rounds {
  readonly oldestFirst: readonly Round[];
  readonly #siblings: Round | undefined;
  /** How many calls the rounds have together. */
  readonly #calls: number;
  #newestFirst: readonly Round[] | undefined;
  #news: ReadonlySet<Round> | undefined;
  /** Rounds without news in which nobody knows the result of a new call. Filled with the news. */
  readonly #doubtful = new Set<Round>();

  /**
   * @param history all calls, oldest first
   * @param grouped these as {@link groupedByRound} gives them
   * @param known what is known of their newest ones from the call before
   */
  constructor(
    private readonly history: readonly WindowEntry[],
    grouped: readonly Round[],
    candidate: WindowEntry,
    private readonly known = new NewestRun(),
  ) {
    const last = grouped.at(-1);
    this.#siblings = last?.[0].round === candidate.round ? last : undefined;
    this.oldestFirst = this.#siblings === undefined ? grouped : grouped.slice(0, -1);
    this.#calls = history.length - (this.#siblings?.length ?? 0);
  }

  get newestFirst(): readonly Round[] {
    this.#newestFirst ??= this.oldestFirst.toReversed();
    return this.#newestFirst;
  }

  /** The run that the rounds end with. */
  get newestRun(): Run {
    return this.known.of(this.oldestFirst);
  }

  /** The calls of so many of the newest rounds, oldest first; each of these rounds must have one call. */
  newestCalls(rounds: number): readonly WindowEntry[] {
    return this.history.slice(this.#calls - rounds, this.#calls);
  }

  /**
   * A call of this round may have changed the results of other calls: it is new and succeeded, or its result
   * differs from last time.
   */
  hasNews(round: Round): boolean {
    this.#news ??= this.#findNews();
    return this.#news.has(round);
  }

  /** As {@link hasNews}, or nobody knows what became of a new call, such as an edit whose result is kept from hooks. */
  mayHaveNews(round: Round): boolean {
    return this.hasNews(round) || this.#doubtful.has(round);
  }

  /** A call of the candidate's own round already has a new result, which is evidence for progress. */
  get siblingsHaveNews(): boolean {
    return this.#siblings !== undefined && this.hasNews(this.#siblings);
  }

  #findNews(): Set<Round> {
    const news = new Set<Round>();
    const answers = new Map<string, string | undefined>();
    for (const round of this.#siblings === undefined ? this.oldestFirst : [...this.oldestFirst, this.#siblings]) {
      if (round.some((call) => isNews(call, answers))) {
        news.add(round);
      } else if (round.some(({ outcome, signature }) => outcome === undefined && !answers.has(signature))) {
        this.#doubtful.add(round);
      }
      for (const call of round) {
        answers.set(call.signature, call.outcome?.digest);
      }
    }
    return news;
  }
}

/** Calls as rounds, oldest first. */
export function groupedByRound(history: readonly WindowEntry[]): SlidingList<GrowingRound> {
  const rounds = new SlidingList<GrowingRound>([]);
  history.forEach((call) => addToRounds(rounds, call));
  return rounds;
}

/** A round that may still get calls. */
export type GrowingRound = [WindowEntry, ...WindowEntry[]];

/** Adds a call to the last round, or as a round of its own. */
export function addToRounds(rounds: SlidingList<GrowingRound>, call: WindowEntry): void {
  const { newest } = rounds;
  if (newest?.[0].round === call.round) {
    newest.push(call);
  } else {
    rounds.add([call]);
  }
}

function isNews({ outcome, signature }: WindowEntry, answers: ReadonlyMap<string, string | undefined>): boolean {
  if (outcome === undefined) {
    return false;
  }
  if (!answers.has(signature)) {
    return succeeded(outcome);
  }
  const before = answers.get(signature);
  return before !== undefined && before !== outcome.digest;
}

/**
 * Whether an identical call got the same result. An unknown result counts as the same, because there is no
 * evidence that it was new.
 */
export function mayHaveSameAnswer(a: WindowEntry, b: WindowEntry): boolean {
  const one = a.outcome;
  const other = b.outcome;
  return one === other || one === undefined || other === undefined || one.digest === other.digest;
}

/** Whether two results are known and the same; in failures, numbers are ignored. */
export function haveSameAnswer({ outcome: a }: WindowEntry, { outcome: b }: WindowEntry): boolean {
  if (a === undefined || b === undefined || a.kind !== b.kind) {
    return false;
  }
  return a.kind === 'failed' ? a.shapeDigest === b.shapeDigest : a.digest === b.digest;
}

/**
 * How the results of the calls in the finding compare with each other.
 * @param alike so many of the last ones have one outcome
 */
export function compareAnswers(calls: readonly WindowEntry[], alike = 0): Results {
  // One of those is enough.
  const end = Math.max(Math.min(1, calls.length), calls.length - Math.max(0, alike - 1));
  let first: RecordedOutcome | undefined;
  let [haveFailed, areSame, areSimilar] = [true, true, true];
  for (let at = 0; at < end; at++) {
    const { outcome } = calls[at] as WindowEntry;
    if (outcome === undefined || outcome === first) {
      continue;
    }
    first ??= outcome;
    haveFailed &&= outcome.kind === 'failed';
    areSame &&= outcome.digest === first.digest;
    areSimilar &&= outcome.shapeDigest === first.shapeDigest;
  }
  if (first === undefined) {
    return 'unknown';
  }
  return haveFailed ? 'errors' : areSame ? 'same' : areSimilar ? 'similar' : 'changed';
}
