/**
 * Leave one source out: the thresholds are chosen on all sources but one and measured on that one. The sum over all
 * sources is closer to what an unseen source would show than the score of thresholds that saw every source.
 */
import { bySource } from './group';
import { perThousandClean, score, share, type SessionFirings } from './score';
import type { Episode, Span } from './traces';
import { type Choice, choiceKey, neighbours, TUNABLE, type TunableName } from './tunable';

/** What is at hand: how the engine fires with a choice of thresholds, and what people say of the sessions. */
export interface Labelled {
  /** All sessions, judged with these thresholds. */
  readonly firings: (choice: Choice) => readonly SessionFirings[];
  readonly episodes: readonly Episode[];
  readonly candidates: readonly Span[];
}

/** A source, the thresholds chosen without it, and what they do on it. */
export interface Fold {
  readonly source: string;
  readonly choice: Choice;
  readonly sessions: readonly SessionFirings[];
}

/** What a false alarm costs, measured in loops found: a wrong stop costs more trust than a wrong warning. */
const PRICES = { warn: { hard: 3, clean: 0.1 }, block: { hard: 10, clean: 2 } } as const;

/** @returns one fold for each source that has a labelled episode */
export function leaveOneOut(labelled: Labelled): Fold[] {
  const sources = bySource(labelled.episodes).map(([source]) => source);
  return sources.map((source) => {
    const choice = choose(labelled, source);
    return { source, choice, sessions: labelled.firings(choice).filter((session) => session.source === source) };
  });
}

/**
 * Each threshold is tried with the others at their defaults, so that all folds ask for the same few choices. The best
 * values are then taken together, unless a single one of them, or none, does better. Between equally good values the
 * default stays.
 */
function choose(labelled: Labelled, leftOut: string): Choice {
  const worthOf = (choice: Choice): number => worth(labelled, choice, leftOut);
  const singles = (Object.keys(TUNABLE) as TunableName[]).map((name) => best([{}, ...neighbours({}, name)], worthOf));
  return best([{}, ...singles, Object.assign({}, ...singles) as Choice], worthOf);
}

/** The first of those that are worth most. */
function best(choices: readonly Choice[], worthOf: (choice: Choice) => number): Choice {
  let found: Choice = {};
  let most = -Infinity;
  for (const choice of choices) {
    const worthThis = worthOf(choice);
    if (worthThis > most + 1e-9) {
      [found, most] = [choice, worthThis];
    }
  }
  return found;
}

/** Loops found, less the price of the false alarms, over all sources but one. */
function worth({ firings, episodes, candidates }: Labelled, choice: Choice, leftOut: string): number {
  const sessions = firings(choice).filter(({ source }) => source !== leftOut);
  const of = (severity: 'warn' | 'block'): number => {
    const scored = score(sessions, episodes, candidates, severity);
    return (
      share(scored.recall) -
      PRICES[severity].hard * share(scored.hard) -
      PRICES[severity].clean * perThousandClean(scored)
    );
  };
  return of('warn') + of('block');
}

/** Keeps the firings of each choice, as the folds ask for the same ones again and again. */
export function remembered(firings: (choice: Choice) => readonly SessionFirings[]): Labelled['firings'] {
  const known = new Map<string, readonly SessionFirings[]>();
  return (choice) => {
    const name = choiceKey(choice);
    const found = known.get(name) ?? firings(choice);
    known.set(name, found);
    return found;
  };
}
