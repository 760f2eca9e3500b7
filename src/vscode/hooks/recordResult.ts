import type { SubAgents } from '../../core/models/subAgents';
import type { AgentMemory } from '../../node/hooks/agentMemory';
import type { AwaitedOutcomes } from '../../node/hooks/awaitedOutcomes';
import { answerOutcome } from '../../node/hooks/callAnswer';
import type { Harness } from '../../node/wire/harness';
import type { HookAnswer } from '../../node/transport/hookServer';
import type { HookInput } from '../../node/wire/input';
import { modelCallId } from '../../node/wire/modelCallId';
import type { WaitingCalls } from '../../node/hooks/waitingCalls';
import { contentsNow, hiddenOutcomeNow } from './contentsNow';

/** Who wants to know what became of a call. */
interface OutcomeListeners {
  readonly outcomes: AwaitedOutcomes;
  readonly waiting: WaitingCalls;
  readonly subAgents: SubAgents;
}

/** Records what a hook tells of an answered call. */
export async function recordResult(
  input: Extract<HookInput, { event: 'postToolUse' }>,
  harness: Harness,
  memory: AgentMemory,
  { outcomes, waiting, subAgents }: OutcomeListeners,
  nowMs: number,
): Promise<HookAnswer> {
  const { sessionId } = input;
  const callId = input.callId ?? waiting.end(sessionId, input);
  const answered = { ...input, contents: await contentsNow(input), recorded: await hiddenOutcomeNow(input) };
  const reply = answerOutcome(callId, answered, harness, memory, nowMs);
  if (callId !== undefined) {
    outcomes.arrived(sessionId, callId);
    subAgents.answered(sessionId, [modelCallId(callId)]);
  }
  return { output: harness.write(reply) };
}
