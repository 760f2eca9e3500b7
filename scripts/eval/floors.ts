import { refusingNews, type StoppedSession } from './refusedNews';
import { type Severity, share } from './score';

/** The least that the defaults must reach on the labelled sessions, or a change isn't merged. */
export interface Floor {
  readonly severity: Severity;
  readonly recallAtLeast: number;
  readonly hardAtMost: number;
  readonly cleanPerThousandAtMost: number;
  /** In calls. */
  readonly medianDelayAtMost: number;
}

export const FLOORS: Readonly<Record<string, readonly Floor[]>> = {
  traces: [
    { severity: 'hint', recallAtLeast: 0.9, hardAtMost: 0.02, cleanPerThousandAtMost: 0.15, medianDelayAtMost: 0 },
    { severity: 'block', recallAtLeast: 0.6, hardAtMost: 0.005, cleanPerThousandAtMost: 0.01, medianDelayAtMost: 2 },
  ],
  swe: [
    { severity: 'hint', recallAtLeast: 0.9, hardAtMost: 0.045, cleanPerThousandAtMost: 1.8, medianDelayAtMost: 0 },
    // One stop in unlabelled sessions: the eighth rejection in a row, of an edit that was sent twice before.
    { severity: 'block', recallAtLeast: 0.35, hardAtMost: 0.005, cleanPerThousandAtMost: 0.15, medianDelayAtMost: 2 },
  ],
  ctf: [
    // 0.9 until looks without output, one state of a page, and a second similarity measure were removed: three loops
    // here, and two thirds of the false hints in set2.
    { severity: 'hint', recallAtLeast: 0.87, hardAtMost: 0.02, cleanPerThousandAtMost: 1, medianDelayAtMost: 0 },
    { severity: 'block', recallAtLeast: 0.44, hardAtMost: 0.005, cleanPerThousandAtMost: 0.05, medianDelayAtMost: 2 },
  ],
  set2: [
    { severity: 'hint', recallAtLeast: 0.87, hardAtMost: 0.1, cleanPerThousandAtMost: 0.5, medianDelayAtMost: 0 },
    { severity: 'warn', recallAtLeast: 0.7, hardAtMost: 0.02, cleanPerThousandAtMost: 0.1, medianDelayAtMost: 0 },
    { severity: 'block', recallAtLeast: 0.55, hardAtMost: 0.005, cleanPerThousandAtMost: 0.01, medianDelayAtMost: 2 },
  ],
};

export interface SessionFloor {
  readonly severity: Severity;
  readonly foundAtLeast: number;
  readonly wrongPerThousandAtMost: number;
}

export const SESSION_FLOORS: Readonly<Record<string, readonly SessionFloor[]>> = {
  coding: [
    { severity: 'hint', foundAtLeast: 5, wrongPerThousandAtMost: 1.5 },
    { severity: 'block', foundAtLeast: 0, wrongPerThousandAtMost: 0 },
  ],
};

/** Share of sessions with a stop whose first stop, or a later one, may refuse something new. */
export const REFUSED_NEWS_AT_MOST = { first: 0.01, later: 0.02 };

export function refusedNewsViolations(stopped: readonly StoppedSession[]): string[] {
  return (['first', 'later'] as const).flatMap((which) => {
    const refused = share(refusingNews(stopped, which));
    return refused > REFUSED_NEWS_AT_MOST[which]
      ? [`${(100 * refused).toFixed(1)}% of ${which} stops refuse something new, above the floor`]
      : [];
  });
}
