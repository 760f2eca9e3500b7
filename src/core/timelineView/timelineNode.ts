import type { CallAddress } from '../timeline/callAddress';

/** One line of the timeline. Those of loops and of explanations are {@link CallAddress} too, as commands want them. */
export type TimelineNode =
  /** Stands below the newest loops for those that are not listed. */
  { readonly kind: 'olderLoops' } | LoopNode | EntryNode;

/** A loop, by the call in which it was found last. */
export interface LoopNode extends CallAddress {
  readonly kind: 'loop';
  /** Number of the call in which it was found first, by which its line is known while it goes on. */
  readonly first: number;
}

/** A line of an explanation: its place in the outline, level by level. */
export interface EntryNode extends CallAddress {
  readonly kind: 'entry';
  readonly path: readonly number[];
}

/** Identifies a node: equal for every object of the same line. */
export function keyOf(node: TimelineNode): string {
  switch (node.kind) {
    case 'olderLoops':
      return 'older loops';
    case 'loop':
      return `${node.conversationId}/loop ${node.first}`;
    case 'entry':
      return `${node.conversationId}/call ${node.number}/${node.path.join('.')}`;
  }
}
