import type { OutlineTopic } from '../explanation/outline';
import { ERROR, type TimelineLine } from './line';
import { loopLine, type LoopTexts } from './loopLine';
import type { TimelineNode } from './timelineNode';
import { LISTED_LOOPS, type TimelineTree } from './timelineTree';

/** What a line shows; undefined if its subject is no longer remembered. */
export function lineOf(node: TimelineNode, tree: TimelineTree, texts: LoopTexts): TimelineLine | undefined {
  const { translate } = texts;
  switch (node.kind) {
    case 'olderLoops': {
      const count = tree.loopCount - LISTED_LOOPS;
      const label = count === 1 ? translate('1 older loop') : translate('{count} older loops', { count });
      return {
        label,
        description: undefined,
        spoken: label,
        icon: { id: 'history' },
        contextValue: 'olderLoops',
        opens: 'never',
      };
    }
    case 'loop': {
      const conversation = tree.conversation(node);
      const loop = conversation?.loops.find(({ first }) => first.number === node.first);
      return conversation && loop && loopLine(conversation, loop, texts);
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
