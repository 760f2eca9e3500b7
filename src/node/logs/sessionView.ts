import type { AskedCall, CallEnd, Harness } from '../wire/harness';
import { findInSession, linesIn, type Pause } from './sessionLines';

/** What the file that an agent writes of its session tells of a call and those before it. */
export interface SessionView {
  /**
   * A name for the answer of the model that the call is part of: calls with the same name were made at the same time.
   * Undefined where the harness and its file do not tell, or not yet.
   */
  readonly round: string | undefined;
  /** Reads the ends of the latest calls, by their ids. */
  readonly ends: () => ReadonlyMap<string, CallEnd>;
}

/** Reads the end of a session's file. Never throws. */
export async function viewSession(harness: Harness, call: AskedCall, pause?: Pause): Promise<SessionView> {
  const { answerId, callId } = call;
  const { roundIn, endOf } = harness;
  let tail = '';
  const find = (text: string): string | undefined => {
    tail = text;
    return roundIn?.(linesIn(text), callId);
  };
  const isTold = answerId !== undefined || roundIn === undefined;
  const round = isTold ? answerId : await findInSession(harness, call, find, pause);
  const ends = (): ReadonlyMap<string, CallEnd> => {
    const told = endOf === undefined ? [] : [...linesIn(tail)].flatMap((line) => endOf(line) ?? []);
    // The failure of a call stands before what the model read of it.
    return new Map(told.filter((end) => 'failure' in end || 'result' in end).map((end) => [end.callId, end]));
  };
  return { round, ends };
}

/**
 * How a call ended whose hook does not say whether it failed.
 * @returns undefined where the harness and its file do not tell, or not yet; never throws
 */
export async function endOfCall(harness: Harness, call: AskedCall, pause?: Pause): Promise<CallEnd | undefined> {
  const { endOf } = harness;
  const { callId } = call;
  const find = (tail: string): CallEnd | undefined => {
    for (const line of linesIn(tail, callId)) {
      const end = endOf?.(line);
      if (end !== undefined && end.callId === callId && !('result' in end)) {
        return end;
      }
    }
    return undefined;
  };
  return endOf && findInSession(harness, call, find, pause);
}
