import type { Results } from './observation';
import { succeeded } from '../outcome';
import type { RecordedOutcome, WindowEntry } from '../window';

/**
 * What one model turn asked for. The model chose all calls of a round before it saw any of their answers, so a round is
 * one decision and one piece of evidence, and calls of the candidate's own round prove nothing against it.
 */
export type Round = readonly [WindowEntry, ...WindowEntry[]];

/** The rounds before the candidate's own, as the detectors walk through them. */
export class Rounds {
  readonly oldestFirst: readonly Round[];
  readonly newestFirst: readonly Round[];
  readonly #siblings: Round | undefined;
  #news: ReadonlySet<Round> | undefined;

  constructor(history: readonly WindowEntry[], candidate: WindowEntry) {
    const rounds = groupByRound(history);
    this.#siblings = rounds.at(-1)?.[0].round === candidate.round ? rounds.pop() : undefined;
    this.oldestFirst = rounds;
    this.newestFirst = [...rounds].reverse();
  }

  /**
   * A call of this round may have changed what other calls answer: it succeeded and had not been made before, or it
   * was answered otherwise than the last time.
   */
  hasNews(round: Round): boolean {
    this.#news ??= findNews(this.#siblings === undefined ? this.oldestFirst : [...this.oldestFirst, this.#siblings]);
    return this.#news.has(round);
  }

  /** A call of the candidate's own round was answered already, and with news: it speaks for the candidate. */
  get siblingsHaveNews(): boolean {
    return this.#siblings !== undefined && this.hasNews(this.#siblings);
  }
}

function groupByRound(history: readonly WindowEntry[]): Round[] {
  const rounds: [WindowEntry, ...WindowEntry[]][] = [];
  let last: [WindowEntry, ...WindowEntry[]] | undefined;
  for (const call of history) {
    if (last?.[0].round === call.round) {
      last.push(call);
    } else {
      last = [call];
      rounds.push(last);
    }
  }
  return rounds;
}

function findNews(oldestFirst: readonly Round[]): Set<Round> {
  const news = new Set<Round>();
  const answers = new Map<string, string | undefined>();
  for (const round of oldestFirst) {
    if (round.some((call) => isNews(call, answers))) {
      news.add(round);
    }
    for (const call of round) {
      answers.set(call.signature, call.outcome?.digest);
    }
  }
  return news;
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
 * Whether an identical call got the same answer. An unknown answer counts as the same, because there is no
 * evidence that it was new.
 */
export function mayHaveSameAnswer(a: WindowEntry, b: WindowEntry): boolean {
  return a.outcome === undefined || b.outcome === undefined || a.outcome.digest === b.outcome.digest;
}

/** Whether two answers are known and the same, failures with their numbers blanked. */
export function haveSameAnswer({ outcome: a }: WindowEntry, { outcome: b }: WindowEntry): boolean {
  if (a === undefined || b === undefined || a.kind !== b.kind) {
    return false;
  }
  return a.kind === 'failed' ? a.shapeDigest === b.shapeDigest : a.digest === b.digest;
}

/** What the answers of the calls in evidence were to each other, for the finding. */
export function compareAnswers(calls: readonly WindowEntry[]): Results {
  const first = calls.find((call) => call.outcome !== undefined)?.outcome;
  if (first === undefined) {
    return 'unknown';
  }
  const all = (test: (outcome: RecordedOutcome) => boolean): boolean =>
    calls.every(({ outcome }) => outcome === undefined || test(outcome));
  if (all((outcome) => outcome.kind === 'failed')) {
    return 'errors';
  }
  if (all((outcome) => outcome.digest === first.digest)) {
    return 'same';
  }
  return all((outcome) => outcome.shapeDigest === first.shapeDigest) ? 'similar' : 'changed';
}
