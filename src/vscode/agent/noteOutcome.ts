import type { SubAgents } from '../../core/models/subAgents';
import type { Guard } from '../../engine/guard';
import type { AwaitedOutcomes } from '../../node/hooks/awaitedOutcomes';
import type { Harness } from '../../node/hooks/harness';
import { type HookAnswer, NO_ANSWER } from '../../node/hooks/hookServer';
import type { HookInput } from '../../node/hooks/input';
import { modelCallId } from '../../node/hooks/modelCallId';
import { recordAndReply } from '../../node/hooks/reply';
import type { WaitingCalls } from '../../node/hooks/waitingCalls';
import { contentsNow, hiddenOutcomeNow } from './contentsNow';

/** Who wants to know what became of a call. */
interface OutcomeListeners {
  readonly guard: Guard;
  readonly outcomes: AwaitedOutcomes;
  readonly waiting: WaitingCalls;
  readonly subAgents: SubAgents;
}

/** Records what a hook tells of an answered call. */
export async function noteOutcome(
  input: Extract<HookInput, { event: 'postToolUse' }>,
  harness: Harness,
  { guard, outcomes, waiting, subAgents }: OutcomeListeners,
): Promise<HookAnswer> {
  const { sessionId } = input;
  const callId = input.callId ?? waiting.end(sessionId, input);
  if (callId === undefined) {
    return NO_ANSWER;
  }
  const answered = { ...input, contents: await contentsNow(input), recorded: await hiddenOutcomeNow(input) };
  const reply = recordAndReply(guard, harness, sessionId, callId, answered, Date.now());
  outcomes.arrived(sessionId, callId);
  subAgents.answered(sessionId, [modelCallId(callId)]);
  return { output: harness.write(reply) };
}
