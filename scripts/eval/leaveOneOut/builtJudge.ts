/** What {@link builtJudge} builds: a separate engine that reads outcomes, too. */
import type { RecordedCall } from '../../../src/engine/replay';
import type { Firing } from '../score';
import { recordedCalls, simulateCalls } from '../simulate';
import type { Session } from '../traces';
import { type Choice, configurationWith } from './tunable';

export const judgeSession = (session: Session, choice: Choice): Firing[] => judgeCalls(recordedCalls(session), choice);

export const judgeCalls = (calls: readonly RecordedCall[], choice: Choice): Firing[] =>
  simulateCalls(calls, configurationWith(choice)).map(({ index, severity, detector }) => ({
    index,
    severity,
    detector,
  }));
