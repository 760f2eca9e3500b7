import type { ModelName } from './call';
import { SinceMessage } from './sinceMessage';
import type { Counts, Snapshot, Stop } from './snapshot';

/** What the main agent of a conversation and its subagents share. */
export interface Shared {
  model: ModelName | undefined;
  stop: Stop | undefined;
  /** A call has started something that goes on, or was told that something does. */
  hasStarted: boolean;
  readonly sinceMessage: SinceMessage;
  counts: { -readonly [Count in keyof Counts]: Counts[Count] };
}

const NO_COUNTS: Counts = { calls: 0, warnings: 0, chances: 0, breaks: 0, mitigations: 0 };

/** The shared part of a new conversation, or of one that continues from a snapshot. */
export function sharedIn(snapshot?: Snapshot): Shared {
  const { counts = NO_COUNTS, model, stop, hasStarted = false, sinceMessage } = snapshot ?? {};
  return { model, stop, hasStarted, sinceMessage: new SinceMessage(sinceMessage), counts: { ...counts } };
}
