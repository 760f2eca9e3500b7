import { callLabel, type CallLabeller } from '../words/callLabel';
import type { Translate } from '../words/language';
import { type OutlineEntry, outlineOf } from '../explanation/outline';
import type { CallAddress } from '../timeline/callAddress';
import type { Timeline } from '../timeline/timeline';
import type { TimelineConversation } from '../timeline/timelineConversation';
import type { EntryNode, LoopNode, TimelineNode } from './timelineNode';
import { TimelineNodes } from './timelineNodes';
import { explain } from '../explanation/explanation';

/** As many loops are listed. */
export const LISTED_LOOPS = 100;

/**
 * Loops, newest first, with their explanations, as a tree that is made level by level as it is asked for. The same line
 * is always the same object until {@link changed} says that its conversation is gone.
 */
export class TimelineTree {
  readonly #nodes = new TimelineNodes();
  readonly #outlines: Outlines;

  constructor(
    private readonly timeline: Timeline,
    translate: Translate,
    label: CallLabeller = callLabel,
  ) {
    this.#outlines = new Outlines(translate, label);
  }

  /** The lines below one, or the topmost ones. */
  children(node?: TimelineNode): TimelineNode[] {
    switch (node?.kind) {
      case undefined:
        return this.#loops();
      case 'olderLoops':
        return [];
      case 'loop':
        return this.#entries(node, []);
      case 'entry':
        return this.#entries(node, node.path);
    }
  }

  /** The line above one; undefined for the topmost. */
  parent(node: TimelineNode): TimelineNode | undefined {
    if (node.kind !== 'entry') {
      return undefined;
    }
    return node.path.length > 1 ? this.#nodes.node({ ...node, path: node.path.slice(0, -1) }) : this.loopOf(node);
  }

  /** The line of the loop that a call belongs to; undefined when it is no longer remembered. */
  loopOf({ conversationId, number }: CallAddress): TimelineNode | undefined {
    const loop = this.timeline
      .conversation(conversationId)
      ?.loops.find(({ detections }) => detections.some((call) => call.number === number));
    return loop && this.#nodes.loop(conversationId, loop);
  }

  /** The conversation a line belongs to, while it is remembered. */
  conversation({ conversationId }: CallAddress): TimelineConversation | undefined {
    return this.timeline.conversation(conversationId);
  }

  /** What a line of an explanation says. */
  entry(node: EntryNode): OutlineEntry | undefined {
    return this.#outlines.entry(this.conversation(node), node);
  }

  /** How many loops there are, those that are not listed included. */
  get loopCount(): number {
    return this.timeline.conversations.reduce((sum, { loops }) => sum + loops.length, 0);
  }

  /** The lines of the loops of a conversation. */
  linesOf(conversationId: string): TimelineNode[] {
    const { loops = [] } = this.timeline.conversation(conversationId) ?? {};
    return loops.map((loop) => this.#nodes.loop(conversationId, loop));
  }

  /** What was derived from the conversation no longer holds. */
  changed(conversationId: string): void {
    this.#outlines.changed(conversationId);
    if (this.timeline.conversation(conversationId) === undefined) {
      this.#nodes.forget(conversationId);
    }
  }

  #loops(): TimelineNode[] {
    const loops = this.timeline.conversations
      .flatMap(({ id, loops: found }) => found.map((loop) => ({ id, loop })))
      .toSorted(
        (one, other) => other.loop.last.atMs - one.loop.last.atMs || other.loop.last.number - one.loop.last.number,
      );
    const listed = loops.slice(0, LISTED_LOOPS).map(({ id, loop }) => this.#nodes.loop(id, loop));
    return loops.length > listed.length ? [...listed, this.#nodes.node({ kind: 'olderLoops' })] : listed;
  }

  #entries(node: LoopNode | EntryNode, path: readonly number[]): TimelineNode[] {
    const { conversationId, number } = node;
    const entries =
      node.kind === 'entry' ? this.entry(node)?.children : this.#outlines.of(this.conversation(node), node);
    return (entries ?? []).map((_, at) =>
      this.#nodes.node({ kind: 'entry', conversationId, number, path: [...path, at] }),
    );
  }
}

/** Explanations as trees of texts, made when they are asked for and remembered until their conversation changes. */
class Outlines {
  /** By conversation, then by number of the call. */
  readonly #known = new Map<string, Map<number, readonly OutlineEntry[]>>();

  constructor(
    private readonly translate: Translate,
    private readonly label: CallLabeller,
  ) {}

  /** The outline of a call; empty if nothing was found in it, or if it is no longer remembered. */
  of(conversation: TimelineConversation | undefined, node: CallAddress): readonly OutlineEntry[] {
    const known = this.#known.get(node.conversationId) ?? new Map<number, readonly OutlineEntry[]>();
    this.#known.set(node.conversationId, known);
    const outline = known.get(node.number) ?? this.#outlined(conversation, node);
    known.set(node.number, outline);
    return outline;
  }

  /** What a line of an outline says. */
  entry(conversation: TimelineConversation | undefined, node: EntryNode): OutlineEntry | undefined {
    let entries = this.of(conversation, node);
    let entry: OutlineEntry | undefined;
    for (const at of node.path) {
      entry = entries[at];
      entries = entry?.children ?? [];
    }
    return entry;
  }

  /** What was derived from the conversation no longer holds. */
  changed(conversationId: string): void {
    this.#known.delete(conversationId);
  }

  #outlined(conversation: TimelineConversation | undefined, { number }: CallAddress): readonly OutlineEntry[] {
    const call = conversation?.callNumbered(number);
    if (conversation === undefined || call === undefined) {
      return [];
    }
    const explanation = explain(conversation, call, this.translate, this.label);
    return explanation === undefined ? [] : outlineOf(explanation, this.translate);
  }
}
