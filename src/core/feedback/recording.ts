import type { RecordedCall } from '../replay';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';

/** The calls of one count of a conversation: what a call can have been judged by, for a replay. */
export interface Recording {
  readonly conversationId: string;
  /** In the order of {@link recorded}. */
  readonly calls: readonly TimelineCall[];
  readonly recorded: readonly RecordedCall[];
}

/** Longer than what a window keeps for comparison, so that a stand-in is as incomparable as what it stands for. */
const STAND_IN_CHARACTERS = 2_100;

/** The count that holds a call. */
export function recordingOf(conversation: TimelineConversation, call: TimelineCall): Recording {
  return recordingsOf(conversation).find(({ calls }) => calls.includes(call)) ?? { conversationId: conversation.id, calls: [], recorded: [] };
}

/** All counts of a conversation, oldest first. */
export function recordingsOf(conversation: TimelineConversation): Recording[] {
  const counts = new Map<number, TimelineCall[]>();
  const known = new Map<string | undefined, unknown>();
  for (const call of conversation.calls) {
    const calls = counts.get(call.countNumber);
    if (calls === undefined) {
      counts.set(call.countNumber, [call]);
    } else {
      calls.push(call);
    }
    if (call.arguments !== FORGOTTEN) {
      known.set(call.signature, call.arguments);
    }
  }
  return [...counts.values()].map((calls) => ({ conversationId: conversation.id, calls, recorded: calls.map((call) => recordedCall(call, known)) }));
}

/**
 * Arguments that are kept no more are those of an identical call if one is at hand, else a stand-in: equal for identical calls, and
 * like no other call. That is how the guard itself judges arguments that are too large for its window.
 */
function recordedCall(call: TimelineCall, known: ReadonlyMap<string | undefined, unknown>): RecordedCall {
  const { name, signature, round, number, atMs, outcome } = call;
  const standIn = known.get(signature) ?? { forgotten: (signature ?? String(number)).padEnd(STAND_IN_CHARACTERS, '.') };
  return {
    tool: name,
    arguments: call.arguments === FORGOTTEN ? standIn : call.arguments,
    agent: call.agent,
    round: `${call.agent ?? ''} ${round ?? `refused ${number}`}`,
    afterUserMessage: false,
    atMs,
    outcome,
  };
}
