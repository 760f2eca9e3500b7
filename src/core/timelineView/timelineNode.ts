import type { SourcedConversation } from '../timeline/timelineSource';

/** Where a call is listed: among the loops of its conversation, or below the message it followed. */
type CallList = 'loops' | 'turn';

/** A run of a long list: the first and the last number that it holds. */
export interface Block extends SourcedConversation {
  readonly kind: 'block';
  readonly of: 'loops' | 'turns' | 'calls';
  /** The message whose calls these are; undefined for other lists. */
  readonly turn: number | undefined;
  readonly from: number;
  readonly to: number;
}

/**
 * One line of the timeline. Those of calls are {@link import('./callAddress').CallAddress} too, as commands want them.
 */
export type TimelineNode =
  | { readonly kind: 'source'; readonly source: string }
  | ({ readonly kind: 'conversation' } & SourcedConversation)
  | ({ readonly kind: 'loops' } & SourcedConversation)
  | ({ readonly kind: 'turn'; readonly turn: number } & SourcedConversation)
  | Block
  | CallNode
  | EntryNode;

export interface CallNode extends SourcedConversation {
  readonly kind: 'call';
  readonly number: number;
  readonly list: CallList;
}

/** A line of an explanation: its place in the outline, level by level. */
export interface EntryNode extends SourcedConversation {
  readonly kind: 'entry';
  readonly number: number;
  readonly list: CallList;
  readonly path: readonly number[];
}

/** Identifies a node: equal for every object of the same line. */
export function keyOf(node: TimelineNode): string {
  switch (node.kind) {
    case 'source':
      return node.source;
    case 'conversation':
      return `${node.source}/${node.conversationId}`;
    case 'loops':
      return `${node.source}/${node.conversationId}/loops`;
    case 'turn':
      return `${node.source}/${node.conversationId}/turn ${node.turn}`;
    case 'block':
      return `${node.source}/${node.conversationId}/${node.of} ${node.turn ?? ''} ${node.from}`;
    case 'call':
      return `${node.source}/${node.conversationId}/${node.list}/call ${node.number}`;
    case 'entry':
      return `${node.source}/${node.conversationId}/${node.list}/call ${node.number}/${node.path.join('.')}`;
  }
}

/** Identifies a conversation across all sources. */
export function idOf({ source, conversationId }: SourcedConversation): string {
  return `${source}/${conversationId}`;
}
