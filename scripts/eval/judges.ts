import { peers } from './peers';
import type { Firing, Severity } from './score';
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
  severities: [
    { name: 'hint', counts: 'hint' },
    { name: 'warn', counts: 'warn' },
    { name: 'block', counts: 'block' },
  ],
  judge: (session) => simulate(session),
};

/** Like {@link ours}, but for a harness that doesn't say which calls belong to one answer. */
export const oursUntold: Judge = {
  ...ours,
  rule: `${ours.rule}, rounds not told`,
  judge: simulateUntold,
};

export const peerJudges: readonly Judge[] = peers.map((peer) => ({
  rule: peer.name,
  severities: [{ name: peer.severity, counts: 'warn' as const }],
  judge: peer.judge,
}));
