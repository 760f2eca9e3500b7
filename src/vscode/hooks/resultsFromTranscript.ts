import type { Guard } from '../../engine/guard';
import type { AwaitedOutcomes } from '../../node/hooks/awaitedOutcomes';
import { modelCallId } from '../../node/wire/modelCallId';
import type { TranscriptView } from '../../node/transcripts/transcript';
import type { WaitingCalls } from '../../node/hooks/waitingCalls';

/** Where outcomes are known, awaited, and given up. */
interface OutcomePorts {
  readonly guard: Guard;
  readonly outcomes: AwaitedOutcomes;
  readonly waiting: WaitingCalls;
}

/**
 * Lets the guard learn what became of the calls that an agent has made so far, before its next one is checked. Failures
 * are known from the transcript only; other outcomes of earlier turns are about to arrive.
 */
export async function learnResults(
  conversationId: string,
  agent: string | undefined,
  transcript: TranscriptView | undefined,
  { guard, outcomes, waiting }: OutcomePorts,
): Promise<void> {
  const awaited: string[] = [];
  for (const callId of guard.unanswered(conversationId, agent)) {
    const id = modelCallId(callId);
    if (transcript?.failed.has(id) === true) {
      guard.record(conversationId, { callId, result: '', isError: true });
    } else if (transcript?.siblings.has(id) !== true) {
      awaited.push(callId);
    }
  }
  await outcomes.wait(conversationId, awaited);
  // Harnesses without call ids may keep an outcome to themselves; the next one is not this call's.
  const known = new Set(awaited);
  for (const callId of guard.unanswered(conversationId, agent).filter((id) => known.has(id))) {
    waiting.drop(conversationId, callId);
  }
}
