import type { AskedCall, Harness } from '../wire/harness';
import { findInSession, type Pause } from './sessionLines';

/**
 * A name for the answer of the model that a call is part of: calls with the same name were made at the same time.
 * @returns undefined where the harness and its file do not tell, or not yet; never throws
 */
export async function roundOfCall(harness: Harness, call: AskedCall, pause?: Pause): Promise<string | undefined> {
  const { answerId, callId } = call;
  const { roundIn } = harness;
  return answerId !== undefined || roundIn === undefined
    ? answerId
    : findInSession(harness, call, (lines) => roundIn(lines, callId), pause);
}
