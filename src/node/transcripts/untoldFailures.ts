import type { AskedCall, CallEnd, Harness, RawInput } from '../wire/harness';
import { findInSession, type Pause } from './sessionLines';

/**
 * How a call ended whose hook does not say whether it failed.
 * @returns undefined where the harness and its file do not tell, or not yet; never throws
 */
export async function endOfCall(harness: Harness, call: AskedCall, pause?: Pause): Promise<CallEnd | undefined> {
  const { endOf } = harness;
  const find = (lines: Iterable<RawInput>): CallEnd | undefined => {
    for (const line of lines) {
      const end = endOf?.(line);
      if (end?.callId === call.callId) {
        return end;
      }
    }
    return undefined;
  };
  return endOf && findInSession(harness, call, find, pause);
}

/** The latest calls that failed, by their ids, as the session's file tells of them. Never throws. */
export async function failuresBefore(harness: Harness, call: AskedCall): Promise<ReadonlyMap<string, unknown>> {
  const { endOf } = harness;
  const ends = endOf && (await findInSession(harness, call, (lines) => [...lines].map(endOf)));
  return new Map(ends?.flatMap((end) => (end?.failure === undefined ? [] : [[end.callId, end.failure]])));
}
