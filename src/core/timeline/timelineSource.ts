import type { TimelineConversation } from './timelineConversation';

/** A set of conversations that the timeline view can list: those that happen, or replayed ones. */
export interface TimelineSource {
  /** Tells sources apart. */
  readonly id: string;
  /** Heading of the source when there are several. */
  readonly label: string;
  /** In the order in which they are listed. */
  readonly conversations: readonly TimelineConversation[];
  conversation(id: string): TimelineConversation | undefined;
  /** Calls back with the conversation's id after each change of it, its removal included. */
  onDidChange(listener: (conversationId: string) => void): { dispose(): void };
  /** Forgets all of its conversations. */
  clear(): void;
}

/** The source of the conversations that happen in this window. */
export const LIVE_SOURCE = 'live';

/** Where a conversation is listed. */
export interface SourcedConversation {
  readonly source: string;
  readonly conversationId: string;
}
