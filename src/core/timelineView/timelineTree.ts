import { callLabel, type CallLabeller } from '../words/callLabel';
import type { Translate } from '../words/language';
import { type OutlineEntry, outlineOf } from '../explanation/outline';
import type { Timeline } from '../timeline/timeline';
import type { TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';
import { MessageLines } from './messageLines';
import type { CallNode, EntryNode, InConversation, TimelineNode } from './timelineNode';
import { BLOCK_SIZE, TimelineNodes } from './timelineNodes';
import { explain } from '../explanation/explanation';

/** What the tree lists: one line a loop, newest first, or everything that was called. */
export type TimelineMode = 'loops' | 'calls';

/**
 * Loops with their explanations, or conversations with messages and calls, as a tree that is made level by level as it
 * is asked for. The same line is always the same object until {@link changed} says that its conversation is gone.
 */
export class TimelineTree {
  mode: TimelineMode = 'loops';
  readonly #nodes = new TimelineNodes();
  readonly #messages = new MessageLines(this.#nodes);
  readonly #outlines: Outlines;

  /** @param saved what a detection saved, as a sentence, if known */
  constructor(
    private readonly timeline: Timeline,
    translate: Translate,
    saved: (conversation: TimelineConversation, call: TimelineCall) => string | undefined = () => undefined,
    label: CallLabeller = callLabel,
  ) {
    this.#outlines = new Outlines(translate, saved, label);
  }

  /** The lines below one, or the topmost ones. */
  children(node?: TimelineNode): TimelineNode[] {
    if (node === undefined) {
      return this.mode === 'loops' ? this.#loops() : this.#conversations();
    }
    switch (node.kind) {
      case 'olderLoops':
        return [];
      case 'entry':
        return this.#entries(node, node.path);
      case 'call':
        return this.#entries(node, []);
      default: {
        const conversation = this.conversation(node);
        return conversation === undefined ? [] : this.#messages.below(node, conversation);
      }
    }
  }

  /** The line above one; undefined for the topmost. */
  parent(node: TimelineNode): TimelineNode | undefined {
    switch (node.kind) {
      case 'olderLoops':
      case 'conversation':
        return undefined;
      case 'turn':
      case 'block':
      case 'calls':
        return this.#messages.parent(node, this.conversation(node));
      case 'call':
        return node.list === 'loops' ? undefined : this.#messages.parent(node, this.conversation(node));
      case 'entry':
        return node.path.length > 1
          ? this.#nodes.node({ ...node, path: node.path.slice(0, -1) })
          : this.call(node, node.list);
    }
  }

  /** The line of a call; among the loops, that of the loop it belongs to. */
  call(at: InConversation & { readonly number: number }, list: CallNode['list']): TimelineNode {
    const loop =
      list === 'loops'
        ? this.conversation(at)?.loops.find(({ detections }) => detections.some(({ number }) => number === at.number))
        : undefined;
    return loop === undefined ? this.#nodes.call(at, at.number) : this.#nodes.loop(at, loop);
  }

  /** The conversation a line belongs to, while it is remembered. */
  conversation({ conversationId }: InConversation): TimelineConversation | undefined {
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

  /** The listed lines that a conversation has: its own, or those of its loops. */
  linesOf(at: InConversation): TimelineNode[] {
    const conversation = this.conversation(at);
    if (conversation === undefined) {
      return [];
    }
    return this.mode === 'calls'
      ? [this.#nodes.conversation(at)]
      : conversation.loops.map((loop) => this.#nodes.loop(at, loop));
  }

  /** What was derived from the conversation no longer holds. */
  changed(at: InConversation): void {
    this.#outlines.changed(at);
    if (this.conversation(at) === undefined) {
      this.#nodes.forget(at.conversationId);
    }
  }

  #conversations(): TimelineNode[] {
    return this.timeline.conversations
      .filter(({ size }) => size > 0)
      .map(({ id }) => this.#nodes.conversation({ conversationId: id }));
  }

  /** The newest loops, as many as a list holds. */
  #loops(): TimelineNode[] {
    const loops = this.timeline.conversations
      .flatMap(({ id: conversationId, loops: found }) => found.map((loop) => ({ at: { conversationId }, loop })))
      .toSorted(
        (one, other) => other.loop.last.atMs - one.loop.last.atMs || other.loop.last.number - one.loop.last.number,
      );
    const listed = loops.slice(0, BLOCK_SIZE).map(({ at, loop }) => this.#nodes.loop(at, loop));
    return loops.length > listed.length ? [...listed, this.#nodes.node({ kind: 'olderLoops' })] : listed;
  }

  #entries(node: CallNode | EntryNode, path: readonly number[]): TimelineNode[] {
    const { conversationId, number, list } = node;
    const entries =
      node.kind === 'entry' ? this.entry(node)?.children : this.#outlines.of(this.conversation(node), node);
    return (entries ?? []).map((_, at) =>
      this.#nodes.node({ kind: 'entry', conversationId, number, list, path: [...path, at] }),
    );
  }
}

/** Explanations as trees of texts, made when they are asked for and remembered until their conversation changes. */
class Outlines {
  /** By conversation, then by number of the call. */
  readonly #known = new Map<string, Map<number, readonly OutlineEntry[]>>();

  /** @param saved what a detection saved, as a sentence, if known */
  constructor(
    private readonly translate: Translate,
    private readonly saved: (conversation: TimelineConversation, call: TimelineCall) => string | undefined,
    private readonly label: CallLabeller,
  ) {}

  /** The outline of a call; empty if nothing was found in it, or if it is no longer remembered. */
  of(conversation: TimelineConversation | undefined, node: CallNode | EntryNode): readonly OutlineEntry[] {
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
  changed(at: InConversation): void {
    this.#known.delete(at.conversationId);
  }

  #outlined(conversation: TimelineConversation | undefined, { number }: CallNode | EntryNode): readonly OutlineEntry[] {
    const call = conversation?.callNumbered(number);
    if (conversation === undefined || call === undefined) {
      return [];
    }
    const explanation = explain(conversation, call, this.translate, {
      saved: this.saved(conversation, call),
      label: this.label,
    });
    return explanation === undefined ? [] : outlineOf(explanation, this.translate);
  }
}
