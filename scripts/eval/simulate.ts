import { replayUnder } from '../replayUnder';
import type { Configuration } from '../../src/core/settings/configuration';
import { parseConfiguration } from '../../src/core/settings/parse';
import type { RecordedCall } from '../../src/engine/replay';
import { digestOf } from '../../src/node/files/hash';
import { callOfTrace } from '../../src/node/logs/trace';
import type { Firing } from './score';
import type { Session } from './traces';

const DEFAULTS = parseConfiguration({});

/** Plays a recorded session to the shipped engine, by default with the shipped settings. */
export function simulate(session: Session, configuration: Configuration = DEFAULTS): Firing[] {
  return simulateCalls(recordedCalls(session), configuration);
}

export const recordedCalls = ({ calls }: Session): RecordedCall[] => calls.map(callOfTrace);

/** Like {@link simulate}, for calls that are judged several times. */
export function simulateCalls(calls: readonly RecordedCall[], configuration: Configuration): Firing[] {
  return replayUnder(calls, configuration, digestOf);
}

/** Like {@link simulate}, but without which calls belong to one answer. */
export function simulateUntold({ calls }: Session): Firing[] {
  const untold = calls.map((call, index) => callOfTrace({ ...call, turn: undefined }, index));
  return replayUnder(untold, DEFAULTS, digestOf);
}
