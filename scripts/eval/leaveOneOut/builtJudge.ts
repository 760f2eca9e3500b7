/** What {@link builtJudge} builds: an engine of its own, from the outcomes of the calls on. */
import type { RecordedCall } from '../../../src/engine/replay';
import type { Firing } from '../score';
import { recordedCalls, simulateCalls } from '../simulate';
import type { Session } from '../traces';
import { type Choice, configurationWith } from './tunable';

/** Judges a session that is read anew. */
export const judgeSession = (session: Session, choice: Choice): Firing[] => judgeCalls(recordedCalls(session), choice);

/** Judges calls whose outcomes are known. */
export const judgeCalls = (calls: readonly RecordedCall[], choice: Choice): Firing[] =>
  simulateCalls(calls, configurationWith(choice)).map(({ index, severity, detector }) => ({
    index,
    severity,
    detector,
  }));
