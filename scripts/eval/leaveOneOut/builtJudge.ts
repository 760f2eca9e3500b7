/** What {@link builtJudge} builds. */
import type { RecordedCall } from '../../../src/engine/replay';
import { watching } from '../patternRows';
import type { Firing } from '../score';
import { simulateCalls } from '../simulate';
import { type Choice, configurationWith } from './tunable';

/** @param patterns to leave out */
export function judgeCalls(calls: readonly RecordedCall[], choice: Choice, patterns: readonly string[] = []): Firing[] {
  const judge = (): Firing[] => simulateCalls(calls, configurationWith(choice));
  // What was detected would take much memory.
  return (patterns.length === 0 ? judge() : watching(judge, patterns).result).map(({ index, severity, detector }) => ({
    index,
    severity,
    detector,
  }));
}
