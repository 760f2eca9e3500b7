import type { TimelineLoop } from '../timeline/timelineConversation';
import { keyOf, type TimelineNode } from './timelineNode';

/** The lines of the tree as objects: the same line is always the same object until its conversation is forgotten. */
export class TimelineNodes {
  /** By conversation, then by key. */
  readonly #byConversation = new Map<string, Map<string, TimelineNode>>();

  /** Forgets the lines of a conversation. */
  forget(conversationId: string): void {
    this.#byConversation.delete(conversationId);
  }

  /** The line of a loop. It leads to the call in which the loop was found last. */
  loop(conversationId: string, { first, last }: TimelineLoop): TimelineNode {
    return this.node({ kind: 'loop', conversationId, number: last.number, first: first.number });
  }

  /** The one object for a line. Those of loops grow at their end, so the newest shape replaces an older one. */
  node(node: TimelineNode): TimelineNode {
    const id = node.kind === 'olderLoops' ? '' : node.conversationId;
    const known = this.#byConversation.get(id) ?? new Map<string, TimelineNode>();
    this.#byConversation.set(id, known);
    const key = keyOf(node);
    const old = known.get(key);
    if (old !== undefined && endOf(old) === endOf(node)) {
      return old;
    }
    known.set(key, node);
    return node;
  }
}

function endOf(node: TimelineNode): number {
  return node.kind === 'loop' ? node.number : 0;
}
