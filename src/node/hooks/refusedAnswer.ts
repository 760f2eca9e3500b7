import type { Call } from '../../engine/facts/call';
import type { AskingSession } from '../logs/agentLog';
import type { Harness, Reply } from '../wire/harness';
import type { EndedCall } from '../wire/input';
import { recordAndReply } from '../wire/reply';
import type { AgentMemory } from './sessionMemory';
import { answerCall, type CallAnswer, type CallPorts } from './callAnswer';

/** How a call is answered that was refused before a hook was asked about it. */
interface RefusedAnswer extends CallAnswer {
  /** What the model is to read next to its result. */
  readonly nudge: Reply;
}

/**
 * Checks a call that was refused before a hook was asked about it.
 * @returns undefined for one that was checked before; its failure is recorded if no hook has told it
 */
export function answerRefused(
  asked: EndedCall & AskingSession,
  call: Omit<Call, 'canAsk' | 'outlivesStop'>,
  harness: Harness,
  memory: AgentMemory,
  ports: CallPorts,
  nowMs: number,
): RefusedAnswer | undefined {
  const isKnown = memory.guard.callerOf(memory.conversationId, call.id) !== undefined;
  const answer = isKnown ? undefined : answerCall(asked, call, { ...harness, canAsk: false }, memory, ports, nowMs);
  const nudge = recordAndReply(memory.guard, harness, memory.conversationId, call.id, asked, nowMs);
  return answer && { ...answer, nudge };
}

/** The call is over: what would keep it from being made is said next to its result, and what ends the agent ends it. */
export function afterRefusal(reply: Reply, nudge: Reply): Reply {
  switch (reply.kind) {
    case 'stop':
    case 'end':
      return { kind: 'end', toModel: reply.toModel, toPerson: reply.toPerson };
    case 'deny':
      return { kind: 'nudge', toModel: reply.toModel, toPerson: reply.toPerson, answers: 'callsRefused' };
    case 'warn':
      return nudge.kind === 'nudge' ? { ...nudge, toPerson: reply.toPerson } : reply;
    default:
      return nudge;
  }
}
