import type { Translate } from '../words/language';
import type { OutlineEntry } from '../explanation/outline';
import type { TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';
import { runOf, runsOf } from './messageRuns';
import { Outlines } from './outlines';
import { type Block, type CallNode, type EntryNode, idOf, keyOf, type TimelineNode } from './timelineNode';
import type { SourcedConversation, TimelineSource } from '../timeline/timelineSource';

/** No list of the tree is longer than this: longer ones are cut into blocks. */
export const BLOCK_SIZE = 100;

/**
 * Conversations, messages, calls and explanations as a tree, made level by level as it is asked for. The same line is
 * always the same object until {@link changed} says that its conversation is gone.
 */
export class TimelineTree {
  /** By conversation, then by key. */
  readonly #nodes = new Map<string, Map<string, TimelineNode>>();
  readonly #outlines: Outlines;

  /** @param saved what a detection saved, as a sentence, if anybody knows */
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
        ? sources.map(({ id }) => this.#node({ kind: 'source', source: id }))
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
        return this.#showsSources ? this.#node({ kind: 'source', source: node.source }) : undefined;
      case 'loops':
        return this.#conversationNode(node);
      case 'turn': {
        const runs = runsOf(this.conversation(node)?.calls ?? []);
        return (
          this.#blockOf(node, 'turns', undefined, runs.findIndex(({ turn }) => turn === node.turn) + 1, runs.length) ??
          this.#conversationNode(node)
        );
      }
      case 'block':
        return node.of === 'turns'
          ? this.#conversationNode(node)
          : node.of === 'loops'
            ? this.#loops(node)
            : this.#turn(node, node.turn ?? 0);
      case 'call':
        return node.list === 'loops' ? this.#parentInLoops(node) : this.#parentInTurn(node);
      case 'entry':
        return node.path.length > 1
          ? this.#node({ ...node, path: node.path.slice(0, -1) })
          : this.call(node, node.list);
    }
  }

  /** The line of a call. */
  call(
    { source, conversationId, number }: SourcedConversation & { readonly number: number },
    list: CallNode['list'],
  ): TimelineNode {
    return this.#node({ kind: 'call', source, conversationId, number, list });
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
    return this.conversation(at) === undefined ? undefined : this.#conversationNode(at);
  }

  /** What was derived from the conversation no longer holds. */
  changed(at: SourcedConversation): void {
    this.#outlines.changed(at);
    if (this.conversation(at) === undefined) {
      this.#nodes.delete(idOf(at));
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
    return listed.map(({ id }) => this.#conversationNode({ source: source?.id ?? '', conversationId: id }));
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
          this.#blocks(node, 'turns', undefined, 1, runs.length) ?? runs.map(({ turn }) => this.#turn(node, turn));
        return detections.length > 0 ? [this.#loops(node), ...turns] : turns;
      }
      case 'loops':
        return (
          this.#blocks(node, 'loops', undefined, 1, detections.length) ??
          detections.map((call) => this.call({ ...node, number: call.number }, 'loops'))
        ).reverse();
      case 'turn': {
        const run = runOf(calls, node.turn);
        return (
          this.#blocks(node, 'calls', node.turn, run[0]?.number ?? 1, run.at(-1)?.number ?? 0) ??
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
          .map((run) => this.#turn(block, run.turn));
      case 'calls':
        return runOf(calls, turn ?? 0)
          .filter(({ number }) => number >= from && number <= to)
          .map((call) => this.call({ ...block, number: call.number }, 'turn'));
    }
  }

  #parentInLoops(node: CallNode): TimelineNode {
    const detections = this.conversation(node)?.detections ?? [];
    return (
      this.#blockOf(
        node,
        'loops',
        undefined,
        detections.findIndex(({ number }) => number === node.number) + 1,
        detections.length,
      ) ?? this.#loops(node)
    );
  }

  #parentInTurn(node: CallNode): TimelineNode {
    const conversation = this.conversation(node);
    const turn = conversation?.callNumbered(node.number)?.turn ?? 0;
    const run = runOf(conversation?.calls ?? [], turn);
    const [first, last] = [run[0]?.number ?? 1, run.at(-1)?.number ?? 0];
    return (
      this.#blocks(node, 'calls', turn, first, last)?.find(
        (block) => block.kind === 'block' && block.from <= node.number && node.number <= block.to,
      ) ?? this.#turn(node, turn)
    );
  }

  /**
   * The blocks a list is cut into, undefined when it is short enough. They start at round numbers, so that they stay
   * what they are.
   */
  #blocks(
    at: SourcedConversation,
    of: Block['of'],
    turn: number | undefined,
    first: number,
    last: number,
  ): TimelineNode[] | undefined {
    if (last - first < BLOCK_SIZE) {
      return undefined;
    }
    const blocks: TimelineNode[] = [];
    for (let from = first; from <= last;) {
      const to = Math.min(last, Math.ceil(from / BLOCK_SIZE) * BLOCK_SIZE);
      blocks.push(
        this.#node({ kind: 'block', source: at.source, conversationId: at.conversationId, of, turn, from, to }),
      );
      from = to + 1;
    }
    return blocks;
  }

  #blockOf(
    at: SourcedConversation,
    of: Block['of'],
    turn: number | undefined,
    place: number,
    last: number,
  ): TimelineNode | undefined {
    return this.#blocks(at, of, turn, 1, last)?.find(
      (block) => block.kind === 'block' && block.from <= place && place <= block.to,
    );
  }

  #entries(node: CallNode | EntryNode, path: readonly number[]): TimelineNode[] {
    const { source, conversationId, number, list } = node;
    const entries =
      node.kind === 'entry' ? this.entry(node)?.children : this.#outlines.of(this.conversation(node), node);
    return (entries ?? []).map((_, at) =>
      this.#node({ kind: 'entry', source, conversationId, number, list, path: [...path, at] }),
    );
  }

  #conversationNode({ source, conversationId }: SourcedConversation): TimelineNode {
    return this.#node({ kind: 'conversation', source, conversationId });
  }

  #loops({ source, conversationId }: SourcedConversation): TimelineNode {
    return this.#node({ kind: 'loops', source, conversationId });
  }

  #turn({ source, conversationId }: SourcedConversation, turn: number): TimelineNode {
    return this.#node({ kind: 'turn', source, conversationId, turn });
  }

  /** A block grows at its end, so the newest shape of a line replaces an older one. */
  #node<Node extends TimelineNode>(node: Node): TimelineNode {
    const id = node.kind === 'source' ? node.source : idOf(node);
    const known = this.#nodes.get(id) ?? new Map<string, TimelineNode>();
    this.#nodes.set(id, known);
    const key = keyOf(node);
    const old = known.get(key);
    if (old !== undefined && (node.kind !== 'block' || old.kind !== 'block' || old.to === node.to)) {
      return old;
    }
    known.set(key, node);
    return node;
  }
}
