import type { TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';
import { equalCallsAround } from './equalCalls';
import { runOf, runsOf } from './messageRuns';
import type { Block, CallNode, EqualCalls, InConversation, TimelineNode } from './timelineNode';
import { callsList, type TimelineNodes, turnsList } from './timelineNodes';

/** A line that has lines of the same conversation below it. */
type Opened = Extract<TimelineNode, { kind: 'conversation' | 'turn' | 'block' | 'calls' }>;

/** A line that stands below another of its conversation. */
type Within = Extract<TimelineNode, { kind: 'turn' | 'block' | 'calls' | 'call' }>;

/** The messages of a conversation and the calls below them, equal neighbours on one line. */
export class MessageLines {
  constructor(private readonly nodes: TimelineNodes) {}

  /** The lines below one. */
  below(node: Opened, conversation: TimelineConversation): TimelineNode[] {
    const { calls } = conversation;
    switch (node.kind) {
      case 'conversation': {
        const runs = runsOf(calls);
        return skipsMessage(conversation)
          ? this.#callsOf(node, conversation, runs[0]?.turn ?? 0)
          : (this.nodes.blocks(node, turnsList(runs)) ?? runs.map(({ turn }) => this.nodes.turn(node, turn)));
      }
      case 'turn':
        return this.#callsOf(node, conversation, node.turn);
      case 'block':
        return this.#inBlock(node, conversation);
      case 'calls':
        return conversation.callsBetween(node.from, node.number).map(({ number }) => this.nodes.call(node, number));
    }
  }

  #callsOf(at: InConversation, { calls }: TimelineConversation, turn: number): TimelineNode[] {
    const run = runOf(calls, turn);
    return this.nodes.blocks(at, callsList(turn, run)) ?? this.nodes.calls(at, run);
  }

  #inBlock(block: Block, { calls }: TimelineConversation): TimelineNode[] {
    const { from, to, turn } = block;
    return block.of === 'turns'
      ? runsOf(calls)
          .slice(from - 1, to)
          .map((run) => this.nodes.turn(block, run.turn))
      : this.nodes.calls(block, numbered(runOf(calls, turn ?? 0), from, to));
  }

  /** The line above one. */
  parent(node: Within, conversation: TimelineConversation | undefined): TimelineNode {
    switch (node.kind) {
      case 'turn': {
        const runs = runsOf(conversation?.calls ?? []);
        const place = runs.findIndex(({ turn }) => turn === node.turn) + 1;
        return this.nodes.blockOf(node, turnsList(runs), place) ?? this.nodes.conversation(node);
      }
      case 'block':
        return node.of === 'turns'
          ? this.nodes.conversation(node)
          : this.#aboveCalls(node, node.turn ?? 0, conversation);
      case 'calls':
        return this.#blockOrMessage(node, conversation);
      case 'call': {
        const { run, turn } = runAround(node, conversation);
        const block = this.nodes.blockOf(node, callsList(turn, run), node.number);
        const neighbours = block === undefined ? run : numbered(run, block.from, block.to);
        return (
          this.nodes.equal(node, equalCallsAround(neighbours, node.number)) ?? this.#blockOrMessage(node, conversation)
        );
      }
    }
  }

  #blockOrMessage(node: CallNode | EqualCalls, conversation: TimelineConversation | undefined): TimelineNode {
    const { run, turn } = runAround(node, conversation);
    return this.nodes.blockOf(node, callsList(turn, run), node.number) ?? this.#aboveCalls(node, turn, conversation);
  }

  /** The message that calls stand below, or its conversation where that has no other. */
  #aboveCalls(at: InConversation, turn: number, conversation: TimelineConversation | undefined): TimelineNode {
    return conversation !== undefined && skipsMessage(conversation)
      ? this.nodes.conversation(at)
      : this.nodes.turn(at, turn);
  }
}

/** The calls that followed the same message as a call. */
function runAround(
  { number }: CallNode | EqualCalls,
  conversation: TimelineConversation | undefined,
): { readonly run: readonly TimelineCall[]; readonly turn: number } {
  const turn = conversation?.callNumbered(number)?.turn ?? 0;
  return { run: runOf(conversation?.calls ?? [], turn), turn };
}

/** Whether the calls of a conversation stand right below it, as they followed one message. */
function skipsMessage({ calls, turns }: TimelineConversation): boolean {
  const [run, another] = runsOf(calls);
  const prompt = turns[(run?.turn ?? 0) - 1]?.prompt;
  const isNamed = prompt === undefined || prompt === turns.find((turn) => turn.prompt !== undefined)?.prompt;
  return run !== undefined && another === undefined && isNamed;
}

function numbered(calls: readonly TimelineCall[], from: number, to: number): readonly TimelineCall[] {
  return calls.filter(({ number }) => number >= from && number <= to);
}
