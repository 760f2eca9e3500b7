import { replayUnder } from '../../src/core/replay/replayUnder';
import type { Configuration } from '../../src/core/settings/configuration';
import { parseConfiguration } from '../../src/core/settings/parse/parse';
import { digestOf } from '../../src/node/files/hash';
import { callOfTrace } from '../../src/node/sessions/trace';
import type { Firing } from './score';
import type { Session } from './traces';

const DEFAULTS = parseConfiguration({});

/** Plays a recorded session to the engine that is shipped, with the settings that are shipped unless told otherwise. */
export function simulate(session: Session, configuration: Configuration = DEFAULTS): Firing[] {
  return replayUnder(session.calls.map(callOfTrace), configuration, digestOf);
}

/** As {@link simulate}, but nothing tells which calls are of one answer. */
export function simulateUntold({ calls }: Session): Firing[] {
  const untold = calls.map((call, index) => callOfTrace({ ...call, turn: undefined }, index));
  return replayUnder(untold, DEFAULTS, digestOf);
}
