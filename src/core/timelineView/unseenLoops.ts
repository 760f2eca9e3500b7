import type { TimelineConversation } from '../timeline/timelineConversation';

/** When something was last found in any of these conversations, in milliseconds since 1970; 0 when nothing was. */
export function lastLoopMs(conversations: readonly TimelineConversation[]): number {
  return conversations.reduce((latest, { detections }) => Math.max(latest, detections.at(-1)?.atMs ?? 0), 0);
}

/** How many loops began or went on after a moment. @param sinceMs milliseconds since 1970 */
export function unseenLoops(conversations: readonly TimelineConversation[], sinceMs: number): number {
  return conversations.reduce((sum, { loops }) => sum + loops.filter(({ last }) => last.atMs > sinceMs).length, 0);
}
