import type { Translate } from '../words/language';
import type { OutlineEntry } from '../explanation/outline';
import type { TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';
import { runOf, runsOf } from './messageRuns';
import { Outlines } from './outlines';
import type { Block, CallNode, EntryNode, TimelineNode } from './timelineNode';
import { callsList, listOf, TimelineNodes } from './timelineNodes';
import type { SourcedConversation, TimelineSource } from '../timeline/timelineSource';

/**
 * Conversations, messages, calls and explanations as a tree, made level by level as it is asked for. The same line is
 * always the same object until {@link changed} says that its conversation is gone.
 */
export class TimelineTree {
  readonly #nodes = new TimelineNodes();
  readonly #outlines: Outlines;

  /** @param saved what a detection saved, as a sentence, if known */
  constructor(
    private readonly sources: readonly TimelineSource[],
    translate: Translate,
    saved: (conversation: TimelineConversation, call: TimelineCall) => string | undefined = () => undefined,
  ) {
    this.#outlines = new Outlines(translate, saved);
  }

  /** The lines below one, or the topmost ones. */
  children(node?: TimelineNode): TimelineNode[] {
    if (node === undefined) {
      const sources = this.#sourcesInUse;
      return this.#showsSources
        ? sources.map(({ id }) => this.#nodes.node({ kind: 'source', source: id }))
        : sources.flatMap((source) => this.#conversations(source));
    }
    switch (node.kind) {
      case 'source':
        return this.#conversations(this.#source(node.source));
      case 'entry':
        return this.#entries(node, node.path);
      case 'call':
        return this.#entries(node, []);
      default: {
        const conversation = this.conversation(node);
        return conversation === undefined ? [] : this.#below(node, conversation);
      }
    }
  }

  /** The line above one; undefined for the topmost. */
  parent(node: TimelineNode): TimelineNode | undefined {
    switch (node.kind) {
      case 'source':
        return undefined;
      case 'conversation':
        return this.#showsSources ? this.#nodes.node({ kind: 'source', source: node.source }) : undefined;
      case 'loops':
        return this.#nodes.conversation(node);
      case 'turn': {
        const runs = runsOf(this.conversation(node)?.calls ?? []);
        const place = runs.findIndex(({ turn }) => turn === node.turn) + 1;
        return this.#nodes.blockOf(node, listOf('turns', runs), place) ?? this.#nodes.conversation(node);
      }
      case 'block':
        return node.of === 'turns'
          ? this.#nodes.conversation(node)
          : node.of === 'loops'
            ? this.#nodes.loops(node)
            : this.#nodes.turn(node, node.turn ?? 0);
      case 'call':
        return node.list === 'loops' ? this.#parentInLoops(node) : this.#parentInTurn(node);
      case 'entry':
        return node.path.length > 1
          ? this.#nodes.node({ ...node, path: node.path.slice(0, -1) })
          : this.call(node, node.list);
    }
  }

  /** The line of a call. */
  call(
    { source, conversationId, number }: SourcedConversation & { readonly number: number },
    list: CallNode['list'],
  ): TimelineNode {
    return this.#nodes.node({ kind: 'call', source, conversationId, number, list });
  }

  /** The conversation a line belongs to, while it is remembered. */
  conversation({ source, conversationId }: SourcedConversation): TimelineConversation | undefined {
    return this.#source(source)?.conversation(conversationId);
  }

  /** What a line of an explanation says. */
  entry(node: EntryNode): OutlineEntry | undefined {
    return this.#outlines.entry(this.conversation(node), node);
  }

  /** The line of a conversation, if it is listed. */
  conversationNode(at: SourcedConversation): TimelineNode | undefined {
    return this.conversation(at) === undefined ? undefined : this.#nodes.conversation(at);
  }

  /** What was derived from the conversation no longer holds. */
  changed(at: SourcedConversation): void {
    this.#outlines.changed(at);
    if (this.conversation(at) === undefined) {
      this.#nodes.forget(at);
    }
  }

  get #sourcesInUse(): readonly TimelineSource[] {
    return this.sources.filter(({ conversations }) => conversations.some(({ size }) => size > 0));
  }

  get #showsSources(): boolean {
    return this.#sourcesInUse.length > 1;
  }

  #source(id: string): TimelineSource | undefined {
    return this.sources.find((source) => source.id === id);
  }

  #conversations(source: TimelineSource | undefined): TimelineNode[] {
    const listed = source?.conversations.filter(({ size }) => size > 0) ?? [];
    return listed.map(({ id }) => this.#nodes.conversation({ source: source?.id ?? '', conversationId: id }));
  }

  #below(
    node: Extract<TimelineNode, { kind: 'conversation' | 'loops' | 'turn' | 'block' }>,
    conversation: TimelineConversation,
  ): TimelineNode[] {
    const { calls, detections } = conversation;
    switch (node.kind) {
      case 'conversation': {
        const runs = runsOf(calls);
        const turns =
          this.#nodes.blocks(node, listOf('turns', runs)) ?? runs.map(({ turn }) => this.#nodes.turn(node, turn));
        return detections.length > 0 ? [this.#nodes.loops(node), ...turns] : turns;
      }
      case 'loops':
        return (
          this.#nodes.blocks(node, listOf('loops', detections)) ??
          detections.map((call) => this.call({ ...node, number: call.number }, 'loops'))
        ).reverse();
      case 'turn': {
        const run = runOf(calls, node.turn);
        return (
          this.#nodes.blocks(node, callsList(node.turn, run)) ??
          run.map((call) => this.call({ ...node, number: call.number }, 'turn'))
        );
      }
      case 'block':
        return this.#inBlock(node, conversation);
    }
  }

  #inBlock(block: Block, { calls, detections }: TimelineConversation): TimelineNode[] {
    const { from, to, turn } = block;
    switch (block.of) {
      case 'loops':
        return detections
          .slice(from - 1, to)
          .map((call) => this.call({ ...block, number: call.number }, 'loops'))
          .reverse();
      case 'turns':
        return runsOf(calls)
          .slice(from - 1, to)
          .map((run) => this.#nodes.turn(block, run.turn));
      case 'calls':
        return runOf(calls, turn ?? 0)
          .filter(({ number }) => number >= from && number <= to)
          .map((call) => this.call({ ...block, number: call.number }, 'turn'));
    }
  }

  #parentInLoops(node: CallNode): TimelineNode {
    const detections = this.conversation(node)?.detections ?? [];
    const place = detections.findIndex(({ number }) => number === node.number) + 1;
    return this.#nodes.blockOf(node, listOf('loops', detections), place) ?? this.#nodes.loops(node);
  }

  #parentInTurn(node: CallNode): TimelineNode {
    const conversation = this.conversation(node);
    const turn = conversation?.callNumbered(node.number)?.turn ?? 0;
    const run = runOf(conversation?.calls ?? [], turn);
    return this.#nodes.blockOf(node, callsList(turn, run), node.number) ?? this.#nodes.turn(node, turn);
  }

  #entries(node: CallNode | EntryNode, path: readonly number[]): TimelineNode[] {
    const { source, conversationId, number, list } = node;
    const entries =
      node.kind === 'entry' ? this.entry(node)?.children : this.#outlines.of(this.conversation(node), node);
    return (entries ?? []).map((_, at) =>
      this.#nodes.node({ kind: 'entry', source, conversationId, number, list, path: [...path, at] }),
    );
  }
}
