import type { SourcedConversation } from '../timeline/timelineSource';

/** Where a call is listed: among the loops, or below the message it followed. */
type CallList = 'loops' | 'turn';

/** A run of a long list: the first and the last number that it holds. */
export interface Block extends SourcedConversation {
  readonly kind: 'block';
  readonly of: 'turns' | 'calls';
  /** The message whose calls these are; undefined for other lists. */
  readonly turn: number | undefined;
  readonly from: number;
  readonly to: number;
}

/** Equal calls that followed each other. Its number is that of the last one, so that commands know what it is about. */
export interface EqualCalls extends SourcedConversation {
  readonly kind: 'calls';
  readonly from: number;
  readonly number: number;
}

/**
 * One line of the timeline. Those of calls are {@link import('./callAddress').CallAddress} too, as commands want them.
 */
export type TimelineNode =
  | { readonly kind: 'source'; readonly source: string }
  /** Stands below the newest loops of a source for those that are not listed. */
  | { readonly kind: 'olderLoops'; readonly source: string }
  | ({ readonly kind: 'conversation' } & SourcedConversation)
  | ({ readonly kind: 'turn'; readonly turn: number } & SourcedConversation)
  | Block
  | EqualCalls
  | CallNode
  | EntryNode;

export interface CallNode extends SourcedConversation {
  readonly kind: 'call';
  readonly number: number;
  readonly list: CallList;
  /** Of a loop: the call in which it was found first, by which its line is known while it goes on. */
  readonly loop?: number;
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
    case 'olderLoops':
      return `${node.source}/older loops`;
    case 'conversation':
      return idOf(node);
    case 'turn':
      return `${idOf(node)}/turn ${node.turn}`;
    case 'block':
      return `${idOf(node)}/${node.of} ${node.turn ?? ''} ${node.from}`;
    case 'calls':
      return `${idOf(node)}/equal/${node.from}`;
    case 'call':
      return node.list === 'loops'
        ? `${idOf(node)}/loop ${node.loop ?? node.number}`
        : `${idOf(node)}/call ${node.number}`;
    case 'entry':
      return `${idOf(node)}/${node.list}/call ${node.number}/${node.path.join('.')}`;
  }
}

/** Identifies a conversation across all sources. */
export function idOf({ source, conversationId }: SourcedConversation): string {
  return `${source}/${conversationId}`;
}
