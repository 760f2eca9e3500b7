import { perThousandClean, type Severity, type Score, share } from './score';

/** What the defaults must at least reach on the labelled sessions; a change that falls below does not land. */
export interface Floor {
  readonly severity: Severity;
  readonly recallAtLeast: number;
  readonly hardAtMost: number;
  readonly cleanPerThousandAtMost: number;
  /** Calls. */
  readonly medianDelayAtMost: number;
}

export const FLOORS: readonly Floor[] = [
  { severity: 'warn', recallAtLeast: 0.9, hardAtMost: 0.03, cleanPerThousandAtMost: 0.3, medianDelayAtMost: 0 },
  { severity: 'block', recallAtLeast: 0.6, hardAtMost: 0.005, cleanPerThousandAtMost: 0.01, medianDelayAtMost: 2 },
];

/** The figures that fall below a floor, in words. */
export function violations(score: Score, floor: Floor): string[] {
  const figures: [string, number, boolean][] = [
    ['recall', share(score.recall), share(score.recall) < floor.recallAtLeast],
    ['hard false alarms', share(score.hard), share(score.hard) > floor.hardAtMost],
    ['clean false alarms per 1,000', perThousandClean(score), perThousandClean(score) > floor.cleanPerThousandAtMost],
    ['median delay', score.delay ?? Number.NaN, !((score.delay ?? Infinity) <= floor.medianDelayAtMost)],
  ];
  return figures
    .filter(([, , isWorse]) => isWorse)
    .map(([name, value]) => `${name} is ${value.toFixed(3)}, worse than the floor`);
}
