import type { ModelName } from './facts/call';
import { SinceMessage } from './ledger/sinceMessage';
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
export class ConversationTotals {
  model: ModelName | undefined;
  stop: Stop | undefined;
  /** A call has started something that goes on, or was told that something does. */
  hasStarted = false;
  counts = { calls: 0, warnings: 0, chances: 0, breaks: 0, mitigations: 0 };

  constructor(readonly sinceMessage = new SinceMessage()) {}
}
