import type { Conversation } from './conversation';
import type { GuardPorts } from './ports';
import type { Stop } from './snapshot';

/** So many calls in a row are refused because of a stop, if the person says nothing. */
const MOST_REFUSALS = 10;

/**
 * The stop that a call is refused for, which counts the refusal. An agent that goes on in spite of many refusals was
 * not ended by them, and must not be barred from whatever it needs to come to an end: the stop is lifted. What repeats
 * is then found again.
 * @returns undefined when the call is to be judged
 */
export function stopFor(conversation: Conversation, nowMs: number, { report }: GuardPorts): Stop | undefined {
  const { id: conversationId, shared } = conversation;
  const { stop } = shared;
  if (stop === undefined) {
    return undefined;
  }
  if (stop.refusals >= MOST_REFUSALS) {
    shared.stop = undefined;
    report({ kind: 'released', conversationId, detection: stop.detection, refusals: stop.refusals });
    return undefined;
  }
  shared.stop = { ...stop, atMs: nowMs, refusals: stop.refusals + 1 };
  return shared.stop;
}
