import { parseCallAddress, type TimelineCall } from '../../core/timeline/timelineCall';
import type { Timeline } from '../../core/timeline/timeline';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';

/** What a button in a chat says of itself: the agent of that chat may go on. */
interface FromChat {
  readonly conversationId: string;
  readonly callId: string;
}

/** A call with its conversation. */
interface CallInConversation {
  readonly conversation: TimelineConversation;
  readonly call: TimelineCall;
}

/**
 * The call that feedback is about: an address from the timeline, a button in a chat, or without either the latest
 * detection of all.
 * @returns undefined when it is no longer remembered
 */
export function addressedCall(timeline: Timeline, about: unknown): CallInConversation | undefined {
  const address = parseCallAddress(about);
  if (address !== undefined || isFromChat(about)) {
    const conversation = timeline.conversation((address ?? (about as FromChat)).conversationId);
    const call =
      address === undefined
        ? conversation?.callOf((about as FromChat).callId)
        : conversation?.callNumbered(address.number);
    return conversation === undefined || call === undefined ? undefined : { conversation, call };
  }
  const latest = timeline.conversations.flatMap((conversation) => {
    const call = conversation.detections.at(-1);
    return call === undefined ? [] : [{ conversation, call }];
  });
  return latest.toSorted((a, b) => b.call.atMs - a.call.atMs)[0];
}

/** Whether a command was given by a button in a chat. */
export function isFromChat(about: unknown): about is FromChat {
  const { conversationId, callId } = (about ?? {}) as Partial<Record<keyof FromChat, unknown>>;
  return typeof conversationId === 'string' && typeof callId === 'string';
}
