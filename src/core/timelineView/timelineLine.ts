import type { Translate } from '../words/language';
import { clip, oneLine } from '../words/quoting';
import type { OutlineTopic } from '../explanation/outline';
import { callLine } from './callLine';
import { ERROR, type TimelineLine, type TimeText, WARNING } from './line';
import type { TimelineConversation } from '../timeline/timelineConversation';
import type { TimelineNode } from './timelineNode';
import type { TimelineTree } from './timelineTree';

/** What is shown of a line; undefined when what it is about is not remembered any more. */
export function lineOf(
  node: TimelineNode,
  tree: TimelineTree,
  {
    translate,
    timeText,
    sourceLabel,
  }: { translate: Translate; timeText: TimeText; sourceLabel: (id: string) => string },
): TimelineLine | undefined {
  if (node.kind === 'source') {
    const label = sourceLabel(node.source);
    return {
      label,
      description: undefined,
      spoken: label,
      icon: { id: 'folder-library' },
      contextValue: 'source',
      opens: 'at once',
    };
  }
  const conversation = tree.conversation(node);
  if (conversation === undefined) {
    return undefined;
  }
  switch (node.kind) {
    case 'conversation':
      return conversationLine(conversation, tree.children(tree.parent(node))[0] === node, translate, timeText);
    case 'loops': {
      const label = loopsText(conversation.loops, translate);
      const noticed = conversation.detections.length;
      const description =
        noticed > conversation.loops ? translate('noticed {count} times', { count: noticed }) : undefined;
      return {
        label,
        description,
        spoken: [label, ...(description === undefined ? [] : [description])].join(', '),
        icon: { id: 'sync', color: WARNING },
        contextValue: 'loops',
        opens: 'at once',
      };
    }
    case 'turn':
      return turnLine(conversation, node.turn, tree.children(node), translate);
    case 'block': {
      const label = blockText(node.of, node.from, node.to, translate);
      return {
        label,
        description: undefined,
        spoken: label,
        icon: { id: 'list-ordered' },
        contextValue: 'block',
        opens: 'on demand',
      };
    }
    case 'call': {
      const call = conversation.callNumbered(node.number);
      return call === undefined ? undefined : callLine(call, node.list === 'loops', translate, timeText);
    }
    case 'entry': {
      const entry = tree.entry(node);
      return entry === undefined
        ? undefined
        : {
            ...entry,
            spoken: [entry.label, entry.description].filter((part) => part !== undefined).join(', '),
            icon: ICONS[entry.topic],
            contextValue: 'explanation',
            opens: entry.children.length > 0 ? 'on demand' : 'never',
          };
    }
  }
}

const ICONS: Readonly<Record<OutlineTopic, TimelineLine['icon']>> = {
  summary: { id: 'info' },
  done: { id: 'shield' },
  calls: { id: 'list-tree' },
  call: { id: 'circle-large-outline' },
  refusedCall: { id: 'circle-slash', color: ERROR },
  otherCalls: { id: 'ellipsis' },
  differences: { id: 'diff' },
  results: { id: 'output' },
  rule: { id: 'law' },
  value: { id: 'symbol-field' },
  sentence: { id: 'dash' },
};

function conversationLine(
  conversation: TimelineConversation,
  isFirst: boolean,
  translate: Translate,
  timeText: TimeText,
): TimelineLine {
  const { turns, loops, size, model, lastAtMs, id, origin } = conversation;
  const label =
    turns.find(({ prompt }) => prompt !== undefined && prompt.trim() !== '')?.prompt ??
    translate('Conversation {id}', { id: clip(oneLine(id), 8) });
  const parts = [
    ...origin,
    ...(loops > 0 ? [loopsText(loops, translate)] : []),
    callsText(size, translate),
    ...(model === undefined ? [] : [clip(oneLine(model.id), 40)]),
    timeText(lastAtMs),
  ];
  return {
    label,
    description: parts.join(' · '),
    spoken: translate('Conversation: {name}, {facts}', { name: label, facts: parts.join(', ') }),
    icon: loops > 0 ? { id: 'comment-discussion', color: WARNING } : { id: 'comment-discussion' },
    contextValue: 'conversation',
    opens: isFirst ? 'at once' : 'on demand',
  };
}

function turnLine(
  conversation: TimelineConversation,
  turn: number,
  children: readonly TimelineNode[],
  translate: Translate,
): TimelineLine {
  const prompt = conversation.turns[turn - 1]?.prompt;
  const label =
    prompt === undefined || prompt.trim() === ''
      ? turn === 0
        ? translate('Before the first message')
        : translate('Message {number}', { number: turn })
      : prompt;
  const last = children.at(-1);
  const first = children[0];
  const size = first?.kind === 'block' && last?.kind === 'block' ? last.to - first.from + 1 : children.length;
  const description = callsText(size, translate);
  const isLast = conversation.calls.at(-1)?.turn === turn;
  return {
    label,
    description,
    spoken: translate('Message: {text}, {calls}', { text: label, calls: description }),
    icon: { id: 'account' },
    contextValue: 'turn',
    opens: isLast ? 'at once' : 'on demand',
  };
}

function loopsText(count: number, translate: Translate): string {
  return count === 1 ? translate('1 loop found') : translate('{count} loops found', { count });
}

function callsText(count: number, translate: Translate): string {
  return count === 1 ? translate('1 call') : translate('{count} calls', { count });
}

function blockText(of: 'loops' | 'turns' | 'calls', from: number, to: number, translate: Translate): string {
  switch (of) {
    case 'loops':
      return translate('Loops {from}–{to}', { from, to });
    case 'turns':
      return translate('Messages {from}–{to}', { from, to });
    case 'calls':
      return translate('Calls {from}–{to}', { from, to });
  }
}
