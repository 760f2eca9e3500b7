import type { TimelineCall } from '../timeline/timelineCall';
import type { TimelineLoop } from '../timeline/timelineConversation';
import { equalCalls } from './equalCalls';
import { type Block, type InConversation, keyOf, type TimelineNode } from './timelineNode';

/** No list of the tree is longer than this: longer ones are cut into blocks. */
export const BLOCK_SIZE = 100;

/** A list of the tree, by the numbers of its first and its last line. */
export interface NodeList {
  readonly of: Block['of'];
  /** The message whose calls these are; undefined for other lists. */
  readonly turn: number | undefined;
  readonly first: number;
  readonly last: number;
}

/** The messages of a conversation, numbered from 1. */
export function turnsList({ length }: readonly unknown[]): NodeList {
  return { of: 'turns', turn: undefined, first: 1, last: length };
}

/** The calls of one message, by their numbers in the conversation. */
export function callsList(turn: number, run: readonly TimelineCall[]): NodeList {
  return { of: 'calls', turn, first: run[0]?.number ?? 1, last: run.at(-1)?.number ?? 0 };
}

/** The lines of the tree as objects: the same line is always the same object until its conversation is forgotten. */
export class TimelineNodes {
  /** By conversation, then by key. */
  readonly #byConversation = new Map<string, Map<string, TimelineNode>>();

  /** Forgets the lines of a conversation. */
  forget(conversationId: string): void {
    this.#byConversation.delete(conversationId);
  }

  /**
   * The blocks a list is cut into, undefined when it is short enough. They start at round numbers, so that they stay
   * what they are.
   */
  blocks(at: InConversation, { of, turn, first, last }: NodeList): TimelineNode[] | undefined {
    if (last - first < BLOCK_SIZE) {
      return undefined;
    }
    const blocks: TimelineNode[] = [];
    for (let from = first; from <= last;) {
      const to = Math.min(last, Math.ceil(from / BLOCK_SIZE) * BLOCK_SIZE);
      blocks.push(this.node({ kind: 'block', conversationId: at.conversationId, of, turn, from, to }));
      from = to + 1;
    }
    return blocks;
  }

  /** The block that holds a place of a list; undefined when the list is not cut. */
  blockOf(at: InConversation, list: NodeList, place: number): Block | undefined {
    return this.blocks(at, list)?.find(
      (block): block is Block => block.kind === 'block' && block.from <= place && place <= block.to,
    );
  }

  /** The line of a conversation. */
  conversation({ conversationId }: InConversation): TimelineNode {
    return this.node({ kind: 'conversation', conversationId });
  }

  /** The line of a message. */
  turn({ conversationId }: InConversation, turn: number): TimelineNode {
    return this.node({ kind: 'turn', conversationId, turn });
  }

  /** The line of a call below its message. */
  call({ conversationId }: InConversation, number: number): TimelineNode {
    return this.node({ kind: 'call', conversationId, number, list: 'turn' });
  }

  /** The line of a loop. It leads to the call in which the loop was found last. */
  loop({ conversationId }: InConversation, { first, last }: TimelineLoop): TimelineNode {
    const { number } = last;
    return this.node({ kind: 'call', conversationId, number, list: 'loops', loop: first.number });
  }

  /** Neighbouring calls, equal ones on one line. */
  calls(at: InConversation, calls: readonly TimelineCall[]): TimelineNode[] {
    return equalCalls(calls).map((equal) => this.equal(at, equal) ?? this.call(at, equal[0]?.number ?? 0));
  }

  /** The line of several equal calls; undefined for one. */
  equal({ conversationId }: InConversation, equal: readonly TimelineCall[]): TimelineNode | undefined {
    const [first] = equal;
    const last = equal.at(-1);
    return first === undefined || last === undefined || first === last
      ? undefined
      : this.node({ kind: 'calls', conversationId, from: first.number, number: last.number });
  }

  /** The one object for a line. Some lines grow at their end, so the newest shape replaces an older one. */
  node(node: TimelineNode): TimelineNode {
    const id = 'conversationId' in node ? node.conversationId : '';
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
  return node.kind === 'block' ? node.to : node.kind === 'calls' || node.kind === 'call' ? node.number : 0;
}
