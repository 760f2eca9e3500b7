/** Leave one source out: settings are chosen on the others, so the score is closer to that on an unseen source. */
import { bySource } from '../group';
import { score, type SessionFirings } from '../score';
import type { Episode, Span } from '../traces';
import { type Choice, choiceKey, neighbours, TUNABLE } from './tunable';

/** How the engine fires with choices of settings, and the labels of the sessions. */
export interface Labelled {
  readonly firings: (choices: readonly Choice[]) => Promise<readonly (readonly SessionFirings[])[]>;
  readonly episodes: readonly Episode[];
  readonly candidates: readonly Span[];
}

export interface Fold {
  readonly source: string;
  readonly choice: Choice;
  readonly sessions: readonly SessionFirings[];
}

/** Variants of a source have the same tasks and tools, so they are left out together. */
const VARIANTS: readonly (readonly [beginning: string, together: string])[] = [
  ['agentdojo-', 'AgentDojo'],
  ['tau', 'tau-bench'],
  ['sweagent-', 'SWE-agent'],
  // An agent of the same family, with the same texts.
  ['nyuctf-enigma', 'SWE-agent'],
];

export const foldOf = (source: string): string =>
  VARIANTS.find(([beginning]) => source.startsWith(beginning))?.[1] ?? source;

/** The cost of a false alarm in loops found: a wrong stop costs more trust than a wrong warning. */
const PRICES = { hint: { hard: 3, clean: 0.1 }, block: { hard: 10, clean: 2 } } as const;

type Severity = keyof typeof PRICES;

interface Counts {
  readonly found: number;
  readonly loops: number;
  readonly wrong: number;
  readonly hard: number;
  readonly cleanFirings: number;
  readonly cleanCalls: number;
}

/**
 * Tries each setting with the others at their defaults, so all folds ask for the same few choices. The best values are
 * then combined, unless a single one or the defaults do better. The default wins a tie.
 * @returns one fold per source, or per group of variants
 */
export async function leaveOneOut(labelled: Labelled): Promise<Fold[]> {
  const tried = [...TUNABLE.keys()].map((name) => neighbours({}, name));
  const usual = await labelled.firings([{}]);
  const sources = [...new Set(usual.flat().map(({ source }) => foldOf(source)))].sort();
  const worth = await worthOf([{}, ...tried.flat()], labelled);
  const single = sources.map((source) =>
    tried.map((values) => best([{}, ...values], (choice) => worth(choice, source))).filter((found) => found !== NONE),
  );
  const together = single.map((found) => Object.assign({}, ...found) as Choice);
  const worthTogether = await worthOf([{}, ...tried.flat(), ...together], labelled);
  const chosen = sources.map((source, at) =>
    best([{}, ...(single[at] ?? []), together[at] ?? {}], (choice) => worthTogether(choice, source)),
  );
  const firings = await labelled.firings(chosen);
  return sources.map((source, at) => ({
    source,
    choice: chosen[at] ?? {},
    sessions: (firings[at] ?? []).filter((session) => foldOf(session.source) === source),
  }));
}

const NONE: Choice = {};

function best(choices: readonly Choice[], worth: (choice: Choice) => number): Choice {
  let found = NONE;
  let most = -Infinity;
  for (const choice of choices) {
    const worthThis = worth(choice);
    if (worthThis > most + 1e-9) {
      [found, most] = [Object.keys(choice).length === 0 ? NONE : choice, worthThis];
    }
  }
  return found;
}

/** Loops found, less the price of false alarms, over all sources but one. */
async function worthOf(
  choices: readonly Choice[],
  { firings, episodes, candidates }: Labelled,
): Promise<(choice: Choice, leftOut: string) => number> {
  const spans = new Map(bySource(candidates));
  const labels = new Map(bySource(episodes));
  const countsOf = (judged: readonly SessionFirings[], severity: Severity): [string, Counts][] =>
    bySource(judged).map(([source, sessions]) => {
      const scored = score(sessions, labels.get(source) ?? [], spans.get(source) ?? [], severity);
      const { recall, hard, cleanFirings, cleanCalls } = scored;
      const counts = { found: recall.hit, loops: recall.of, wrong: hard.hit, hard: hard.of, cleanFirings, cleanCalls };
      return [foldOf(source), counts];
    });
  const all = await firings(choices);
  const known = new Map(
    choices.map((choice, at) => {
      const judged = all[at] ?? [];
      return [choiceKey(choice), { hint: countsOf(judged, 'hint'), block: countsOf(judged, 'block') }];
    }),
  );
  return (choice, leftOut) => {
    const counts = known.get(choiceKey(choice));
    const of = (severity: Severity): number => {
      const others = (counts?.[severity] ?? []).filter(([source]) => source !== leftOut).map(([, count]) => count);
      const sum = (field: keyof Counts): number => others.reduce((total, count) => total + count[field], 0);
      const ratio = (part: keyof Counts, whole: keyof Counts): number => sum(part) / Math.max(1, sum(whole));
      const { hard, clean } = PRICES[severity];
      return (
        ratio('found', 'loops') - hard * ratio('wrong', 'hard') - clean * 1000 * ratio('cleanFirings', 'cleanCalls')
      );
    };
    return of('hint') + of('block');
  };
}
