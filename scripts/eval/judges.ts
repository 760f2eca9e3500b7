/** Everybody who judges the recorded sessions: the peers' rules, and ours as it is shipped. */
import { peers } from './peers';
import type { Firing, Severity } from './score';
import { simulate, simulateUntold } from './simulate';
import type { Session } from './traces';

export interface Judge {
  readonly rule: string;
  /** The rows of the table: what they are called, and which firings they count. */
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

/** As {@link ours}, where a harness doesn't tell which calls are of one answer. */
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
