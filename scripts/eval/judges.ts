import { type Firing, FROM_MILD_TO_STRICT, type Severity } from './score';
import { simulate, simulateUntold } from './simulate';
import type { Session } from './traces';

export interface Judge {
  readonly rule: string;
  /** Rows of the table: their names, and which firings they count. */
  readonly severities: readonly { readonly name: string; readonly counts: Severity }[];
  readonly judge: (session: Session) => Firing[];
}

export const ours: Judge = {
  rule: 'Tool Loop Guard: defaults',
  severities: FROM_MILD_TO_STRICT.map((severity) => ({ name: severity, counts: severity })),
  judge: (session) => simulate(session),
};

/** Like {@link ours}, but for a harness that doesn't say which calls belong to one answer. */
export const oursUntold: Judge = {
  ...ours,
  rule: `${ours.rule}, rounds not told`,
  judge: simulateUntold,
};
