import type { ModelName } from './facts/call';
import { SinceMessage, type StoredSinceMessage } from './ledger/sinceMessage';
import type { Stop } from './decision/verdict';

/** What the guard has counted in a conversation since it started. */
export interface Counts {
  readonly calls: number;
  readonly warnings: number;
  readonly chances: number;
  readonly breaks: number;
  readonly mitigations: number;
}

/** What the main agent of a conversation and its subagents share. */
export interface ConversationTotals {
  model: ModelName | undefined;
  stop: Stop | undefined;
  /** A call has started something that goes on, or was told that something does. */
  hasStarted: boolean;
  readonly sinceMessage: SinceMessage;
  counts: { -readonly [Count in keyof Counts]: Counts[Count] };
}

const NO_COUNTS: Counts = { calls: 0, warnings: 0, chances: 0, breaks: 0, mitigations: 0 };

/** What is kept of it between processes. */
export interface ConversationTotalsSnapshot {
  readonly counts: Counts;
  readonly model?: ModelName | undefined;
  readonly stop?: Stop | undefined;
  readonly hasStarted: boolean;
  readonly sinceMessage: StoredSinceMessage;
}

/** The shared part of a new conversation, or of one that continues from a snapshot. */
export function totalsFrom(snapshot?: ConversationTotalsSnapshot): ConversationTotals {
  const { counts = NO_COUNTS, model, stop, hasStarted = false, sinceMessage } = snapshot ?? {};
  return { model, stop, hasStarted, sinceMessage: new SinceMessage(sinceMessage), counts: { ...counts } };
}
