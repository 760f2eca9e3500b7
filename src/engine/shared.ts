import type { ModelName } from './call';
import { SinceMessage } from './sinceMessage';
import type { Counts, Snapshot, Stop } from './snapshot';

/** What the main agent of a conversation and its sub-agents have in common. */
export interface Shared {
  model: ModelName | undefined;
  stop: Stop | undefined;
  readonly sinceMessage: SinceMessage;
  counts: { -readonly [Count in keyof Counts]: Counts[Count] };
}

const NO_COUNTS: Counts = { calls: 0, warnings: 0, chances: 0, breaks: 0, mitigations: 0 };

/** What is shared in a new conversation, or in one that goes on where the snapshot was taken. */
export function sharedIn(snapshot?: Snapshot): Shared {
  const { counts = NO_COUNTS, model, stop, sinceMessage } = snapshot ?? {};
  return { model, stop, sinceMessage: new SinceMessage(sinceMessage), counts: { ...counts } };
}
