/** What {@link builtJudge} builds. */
import type { RecordedCall } from '../../../src/engine/replay';
import { watching } from '../patternRows';
import type { Firing } from '../score';
import { recordedCalls, simulateCalls } from '../simulate';
import type { Session } from '../traces';
import { type Choice, configurationWith } from './tunable';

/** Without patterns, which say what a result means, too. */
export const judgeSession = (session: Session, choice: Choice, patterns: readonly string[] = []): Firing[] =>
  watching(() => judgeCalls(recordedCalls(session), choice), patterns).result;

export const judgeCalls = (calls: readonly RecordedCall[], choice: Choice): Firing[] =>
  simulateCalls(calls, configurationWith(choice)).map(({ index, severity, detector }) => ({
    index,
    severity,
    detector,
  }));
