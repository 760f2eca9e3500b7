import type { RecordedCall } from '../replay';
import { FORGOTTEN, type TimelineCall } from './timelineCall';
import type { TimelineConversation } from './timelineConversation';

/**
 * The calls of a conversation as a replay takes them, refused ones included: what would have happened had they run is not known,
 * so they have no outcome. Arguments that are kept no more are stood in for by their signature: calls that were identical still are,
 * but their likeness to others is lost.
 */
export function recordedCalls(conversation: TimelineConversation): RecordedCall[] {
  let turn: number | undefined;
  return conversation.calls.map((call) => {
    const afterUserMessage = turn !== undefined && call.turn !== turn;
    turn = call.turn;
    return {
      tool: call.name,
      arguments: argumentsOf(call),
      agent: call.agent,
      round: `${call.agent ?? ''} ${call.round ?? `refused ${call.number}`}`,
      afterUserMessage,
      atMs: call.atMs,
      outcome: call.outcome,
      result: call.resultText,
    };
  });
}

function argumentsOf(call: TimelineCall): unknown {
  return call.arguments === FORGOTTEN ? { forgotten: call.signature ?? call.number } : call.arguments;
}
