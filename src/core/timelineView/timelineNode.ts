/** What belongs to a conversation of this window. */
export interface InConversation {
  readonly conversationId: string;
}

/** Where a call is listed: among the loops, or below the message it followed. */
type CallList = 'loops' | 'turn';

/** A run of a long list: the first and the last number that it holds. */
export interface Block extends InConversation {
  readonly kind: 'block';
  readonly of: 'turns' | 'calls';
  /** The message whose calls these are; undefined for other lists. */
  readonly turn: number | undefined;
  readonly from: number;
  readonly to: number;
}

/** Equal calls that followed each other. Its number is that of the last one, so that commands know what it is about. */
export interface EqualCalls extends InConversation {
  readonly kind: 'calls';
  readonly from: number;
  readonly number: number;
}

/**
 * One line of the timeline. Those of calls are {@link import('./callAddress').CallAddress} too, as commands want them.
 */
export type TimelineNode =
  /** Stands below the newest loops for those that are not listed. */
  | { readonly kind: 'olderLoops' }
  | ({ readonly kind: 'conversation' } & InConversation)
  | ({ readonly kind: 'turn'; readonly turn: number } & InConversation)
  | Block
  | EqualCalls
  | CallNode
  | EntryNode;

export interface CallNode extends InConversation {
  readonly kind: 'call';
  readonly number: number;
  readonly list: CallList;
  /** Of a loop: the call in which it was found first, by which its line is known while it goes on. */
  readonly loop?: number;
}

/** A line of an explanation: its place in the outline, level by level. */
export interface EntryNode extends InConversation {
  readonly kind: 'entry';
  readonly number: number;
  readonly list: CallList;
  readonly path: readonly number[];
}

/** Identifies a node: equal for every object of the same line. */
export function keyOf(node: TimelineNode): string {
  switch (node.kind) {
    case 'olderLoops':
      return 'older loops';
    case 'conversation':
      return node.conversationId;
    case 'turn':
      return `${node.conversationId}/turn ${node.turn}`;
    case 'block':
      return `${node.conversationId}/${node.of} ${node.turn ?? ''} ${node.from}`;
    case 'calls':
      return `${node.conversationId}/equal/${node.from}`;
    case 'call':
      return node.list === 'loops'
        ? `${node.conversationId}/loop ${node.loop ?? node.number}`
        : `${node.conversationId}/call ${node.number}`;
    case 'entry':
      return `${node.conversationId}/${node.list}/call ${node.number}/${node.path.join('.')}`;
  }
}
