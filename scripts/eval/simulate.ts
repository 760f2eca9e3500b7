import { replayUnder } from '../../src/core/replay/replayUnder';
import type { Configuration } from '../../src/core/settings/configuration';
import { parseConfiguration } from '../../src/core/settings/parse';
import { digestOf } from '../../src/node/files/hash';
import { callOfTrace } from '../../src/node/sessions/trace';
import type { Firing } from './score';
import type { Session } from './traces';

const DEFAULTS = parseConfiguration({});

/** Plays a recorded session to the engine that is shipped, with the settings that are shipped unless told otherwise. */
export function simulate(session: Session, configuration: Configuration = DEFAULTS): Firing[] {
  return replayUnder(session.calls.map(callOfTrace), configuration, digestOf);
}
