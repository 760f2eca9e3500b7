import type { RecordedCall } from '../../engine/replay';
import { knownArguments, recordedCall } from './recordedCalls';
import type { TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';

/** The calls of one count of a conversation: what a call can have been judged by, for a replay. */
export interface CallCount {
  readonly conversationId: string;
  /** In the order of {@link recorded}. */
  readonly calls: readonly TimelineCall[];
  readonly recorded: readonly RecordedCall[];
}

/** The count that holds a call. */
export function countOf(conversation: TimelineConversation, call: TimelineCall): CallCount {
  return (
    countsOf(conversation).find(({ calls }) => calls.includes(call)) ?? {
      conversationId: conversation.id,
      calls: [],
      recorded: [],
    }
  );
}

/** All counts of a conversation, oldest first. */
export function countsOf(conversation: TimelineConversation): CallCount[] {
  const counts = new Map<number, TimelineCall[]>();
  for (const call of conversation.calls) {
    const calls = counts.get(call.countNumber);
    if (calls === undefined) {
      counts.set(call.countNumber, [call]);
    } else {
      calls.push(call);
    }
  }
  const known = knownArguments(conversation);
  return [...counts.values()].map((calls) => ({
    conversationId: conversation.id,
    calls,
    recorded: calls.map((call) => recordedCall(call, known, false)),
  }));
}
