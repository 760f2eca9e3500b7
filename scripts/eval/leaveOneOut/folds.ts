/**
 * Leave one source out: the settings are chosen on all sources but one and measured on that one. The sum over all
 * sources is closer to what an unseen source would show than the score of settings that saw every source.
 */
import { bySource } from '../group';
import { score, type SessionFirings } from '../score';
import type { Episode, Span } from '../traces';
import { type Choice, choiceKey, neighbours, TUNABLE } from './tunable';

/** What is at hand: how the engine fires with a choice of settings, and what people say of the sessions. */
export interface Labelled {
  /** All sessions, judged with these settings. */
  readonly firings: (choice: Choice) => readonly SessionFirings[];
  readonly episodes: readonly Episode[];
  readonly candidates: readonly Span[];
}

/** A source, the settings chosen without it, and what they do on it. */
export interface Fold {
  readonly source: string;
  readonly choice: Choice;
  readonly sessions: readonly SessionFirings[];
}

/** Sources that are variants of one another are left out together: tasks and tools are the same. */
const VARIANTS: readonly (readonly [beginning: string, together: string])[] = [
  ['agentdojo-', 'AgentDojo'],
  ['tau', 'tau-bench'],
  ['sweagent-', 'SWE-agent'],
  // An agent of the same family, with the same texts.
  ['nyuctf-enigma', 'SWE-agent'],
];

export const foldOf = (source: string): string =>
  VARIANTS.find(([beginning]) => source.startsWith(beginning))?.[1] ?? source;

/** What a false alarm costs, measured in loops found: a wrong stop costs more trust than a wrong warning. */
const PRICES = { warn: { hard: 3, clean: 0.1 }, block: { hard: 10, clean: 2 } } as const;

type Severity = keyof typeof PRICES;

/** What is added up over the sources. */
interface Counts {
  readonly found: number;
  readonly loops: number;
  readonly wrong: number;
  readonly hard: number;
  readonly cleanFirings: number;
  readonly cleanCalls: number;
}

/** @returns one fold for each source, or for several that are variants */
export function leaveOneOut(labelled: Labelled): Fold[] {
  const worth = worthWithout(labelled);
  const names = new Set(labelled.firings({}).map(({ source }) => foldOf(source)));
  return [...names].sort().map((source) => {
    const choice = choose((tried) => worth(tried, source));
    return {
      source,
      choice,
      sessions: labelled.firings(choice).filter((session) => foldOf(session.source) === source),
    };
  });
}

/**
 * Each setting is tried with the others at their defaults, so that all folds ask for the same few choices. The best
 * values are then taken together, unless a single one of them, or none, does better. Between equally good values the
 * default stays.
 */
function choose(worthOf: (choice: Choice) => number): Choice {
  const singles = [...TUNABLE.keys()].map((name) => best([{}, ...neighbours({}, name)], worthOf));
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

/** Loops found, less the price of the false alarms, over all sources but one. Each choice is scored once. */
function worthWithout({ firings, episodes, candidates }: Labelled): (choice: Choice, leftOut: string) => number {
  const spans = new Map(bySource(candidates));
  const labels = new Map(bySource(episodes));
  const countsOf = (choice: Choice, severity: Severity): [string, Counts][] =>
    bySource(firings(choice)).map(([source, sessions]) => {
      const scored = score(sessions, labels.get(source) ?? [], spans.get(source) ?? [], severity);
      const { recall, hard, cleanFirings, cleanCalls } = scored;
      const counts = { found: recall.hit, loops: recall.of, wrong: hard.hit, hard: hard.of, cleanFirings, cleanCalls };
      return [foldOf(source), counts];
    });
  const known = new Map<string, Record<Severity, [string, Counts][]>>();
  return (choice, leftOut) => {
    const name = choiceKey(choice);
    const counts = known.get(name) ?? { warn: countsOf(choice, 'warn'), block: countsOf(choice, 'block') };
    known.set(name, counts);
    const of = (severity: Severity): number => {
      const others = counts[severity].filter(([source]) => source !== leftOut).map(([, count]) => count);
      const sum = (field: keyof Counts): number => others.reduce((total, count) => total + count[field], 0);
      const ratio = (part: keyof Counts, whole: keyof Counts): number => sum(part) / Math.max(1, sum(whole));
      const { hard, clean } = PRICES[severity];
      return (
        ratio('found', 'loops') - hard * ratio('wrong', 'hard') - clean * 1000 * ratio('cleanFirings', 'cleanCalls')
      );
    };
    return of('warn') + of('block');
  };
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
