/** The thresholds that are chosen on recorded sessions, and the values that come into question for each. */
export const TUNABLE = {
  warnRepeats: [2, 3, 4],
  maxRepeats: [3, 4, 5],
  minPatternRepetitions: [2, 3],
  maxPatternRepetitions: [2, 3, 4],
  similarityThreshold: [0.8, 0.9, 0.95],
  warnSimilar: [3, 4],
  maxSimilar: [4, 5, 6],
  warnStalls: [3, 4, 5],
  maxStalls: [3, 4, 5],
  warnRevisits: [3, 4, 6],
  maxRevisits: [8, 16, 24],
  windowSize: [20, 40, 80],
} as const satisfies Record<string, readonly number[]>;

export type TunableName = keyof typeof TUNABLE;

/** Settings as a person would write them; what is left out has its default. */
export type Choice = Readonly<Partial<Record<TunableName, number>>>;

/** The thresholds at which most is found: each at its lowest, over the largest window. */
export const KEENEST: Choice = {
  ...(Object.fromEntries(Object.entries(TUNABLE).map(([name, values]) => [name, Math.min(...values)])) as Choice),
  windowSize: Math.max(...TUNABLE.windowSize),
};

/** All choices that differ from this one in a single threshold. */
export function neighbours(choice: Choice, name: TunableName): Choice[] {
  return TUNABLE[name].map((value) => ({ ...choice, [name]: value }));
}

/** Equal for choices that mean the same. */
export function choiceKey(choice: Choice): string {
  return Object.entries(choice)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(' ');
}
