import type { FeedbackEvent, FeedbackVerdict } from '../events/events';
import type { TimelineCall } from '../timeline/timelineCall';

/**
 * What observers are told when a person says whether a call was part of a loop.
 * @returns undefined when the person had said so before
 */
export function feedbackEvent(
  conversationId: string,
  { callId, detection, feedback: before }: TimelineCall,
  verdict: FeedbackVerdict,
): FeedbackEvent | undefined {
  return before === verdict ? undefined : { kind: 'feedback', conversationId, callId, detection, verdict };
}
