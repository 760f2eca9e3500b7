import type { OutlineTopic } from '../explanation/outline';
import { conversationName } from '../timeline/conversationLabel';
import type { TimelineConversation } from '../timeline/timelineConversation';
import type { CallLabeller } from '../words/callLabel';
import type { Translate } from '../words/language';
import { clip, oneLine } from '../words/quoting';
import { callLine, equalCallsLine } from './callLine';
import { ERROR, type TimelineLine, type TimeText, WARNING } from './line';
import { loopLine } from './loopLine';
import { runOf } from './messageRuns';
import type { TimelineNode } from './timelineNode';
import { BLOCK_SIZE } from './timelineNodes';
import type { TimelineTree } from './timelineTree';
import { loopsText } from '../words/loopsText';

/** What lines are written with. */
export interface LineTexts {
  readonly translate: Translate;
  readonly labels: CallLabeller;
  readonly timeText: TimeText;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/** What a line shows; undefined if its subject is no longer remembered. */
export function lineOf(node: TimelineNode, tree: TimelineTree, texts: LineTexts): TimelineLine | undefined {
  const { translate, labels, timeText } = texts;
  if (node.kind === 'olderLoops') {
    const count = tree.loopCount - BLOCK_SIZE;
    return plainLine(
      'olderLoops',
      count === 1
        ? translate('1 older loop. To see it, select Show All Calls.')
        : translate('{count} older loops. To see them, select Show All Calls.', { count }),
      'history',
    );
  }
  const conversation = tree.conversation(node);
  if (conversation === undefined) {
    return undefined;
  }
  switch (node.kind) {
    case 'conversation': {
      const isFirst = tree.children(tree.parent(node))[0] === node;
      return conversationLine(conversation, isFirst, translate, timeText);
    }
    case 'turn':
      return turnLine(conversation, node.turn, translate, timeText);
    case 'block':
      return plainLine('block', blockText(node.of, node.from, node.to, translate), 'list-ordered', 'on demand');
    case 'calls':
      return equalCallsLine(conversation.callsBetween(node.from, node.number), translate, labels);
    case 'call': {
      const loop =
        node.list === 'loops' ? conversation.loops.find(({ last }) => last.number === node.number) : undefined;
      const call = conversation.callNumbered(node.number);
      return loop !== undefined
        ? loopLine(conversation, loop, texts)
        : call === undefined
          ? undefined
          : callLine(call, translate, labels);
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

function plainLine(
  contextValue: string,
  label: string,
  icon: string,
  opens: TimelineLine['opens'] = 'never',
): TimelineLine {
  return { label, description: undefined, spoken: label, icon: { id: icon }, contextValue, opens };
}

function conversationLine(
  conversation: TimelineConversation,
  isFirst: boolean,
  translate: Translate,
  timeText: TimeText,
): TimelineLine {
  const { loops, size, model, lastAtMs, origin } = conversation;
  const label = conversationName(conversation, translate);
  const parts = [
    ...origin,
    ...(loops.length > 0 ? [loopsText(loops.length, translate)] : []),
    callsText(size, translate),
    ...(model === undefined ? [] : [clip(oneLine(model.id), 40)]),
    ...(lastAtMs === undefined ? [] : [timeText(lastAtMs)]),
  ];
  return {
    label,
    description: parts.join(' · '),
    spoken: translate('Chat: {name}, {facts}', { name: label, facts: parts.join(', ') }),
    icon: loops.length > 0 ? { id: 'comment-discussion', color: WARNING } : { id: 'comment-discussion' },
    contextValue: 'conversation',
    opens: isFirst ? 'at once' : 'on demand',
  };
}

function turnLine(
  { turns, calls }: TimelineConversation,
  turn: number,
  translate: Translate,
  timeText: TimeText,
): TimelineLine {
  const prompt = turns[turn - 1]?.prompt;
  const label =
    prompt === undefined || prompt.trim() === ''
      ? turn === 0
        ? translate('Before the first message')
        : translate('Message {number}', { number: turn })
      : prompt;
  const run = runOf(calls, turn);
  const [first] = run;
  const description = [callsText(run.length, translate), ...(first === undefined ? [] : [timeText(first.atMs)])];
  return {
    label,
    description: description.join(' · '),
    spoken: translate('Message: {text}, {facts}', { text: label, facts: description.join(', ') }),
    icon: { id: 'account' },
    contextValue: 'turn',
    opens: calls.at(-1)?.turn === turn ? 'at once' : 'on demand',
  };
}

function callsText(count: number, translate: Translate): string {
  return count === 1 ? translate('1 call') : translate('{count} calls', { count });
}

function blockText(of: 'turns' | 'calls', from: number, to: number, translate: Translate): string {
  return of === 'turns'
    ? translate('Messages {from}–{to}', { from, to })
    : translate('Calls {from}–{to}', { from, to });
}
