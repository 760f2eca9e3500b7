import type { Translate } from '../words/language';
import { clip, maskedArguments, oneLine } from '../words/quoting';
import { resultTextOf, toolText } from '../explanation/explainedCall';
import { findingName } from '../words/detectorTexts';
import type { OutlineTopic } from '../explanation/outline';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';
import type { TimelineNode } from './timelineNode';
import type { TimelineTree } from './timelineTree';

/** How a line of the timeline looks and sounds. Texts are masked. */
export interface TimelineLine {
  readonly label: string;
  readonly description: string | undefined;
  /** What a screen reader says in place of label and description. */
  readonly spoken: string;
  /** Name of a codicon, and of a theme colour if it has one. */
  readonly icon: { readonly id: string; readonly color?: string };
  readonly contextValue: string;
  readonly opens: 'never' | 'on demand' | 'at once';
}

/** How times are written. */
export type TimeText = (atMs: number) => string;

const RESULT_CHARACTERS = 60;
const ERROR = 'list.errorForeground';
const WARNING = 'list.warningForeground';
const QUIET = 'descriptionForeground';

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
      return call === undefined ? undefined : callLine(call, node.among === 'loops', translate, timeText);
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

/** What a call was asked and what it answered, masked, for a tooltip; undefined parts are not known. */
export interface CallTexts {
  readonly heading: string;
  readonly argumentsText: string | undefined;
  readonly resultText: string | undefined;
}

/** The texts of a call's tooltip. */
export function callTexts(call: TimelineCall, translate: Translate, timeText: TimeText): CallTexts {
  return {
    heading: callSpoken(call, translate, timeText),
    argumentsText: call.arguments === FORGOTTEN ? undefined : maskedArguments(call.arguments),
    resultText: resultTextOf(call, 500),
  };
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
  const { turns, loops, size, model, lastAtMs, id } = conversation;
  const label =
    turns.find(({ prompt }) => prompt !== undefined && prompt.trim() !== '')?.prompt ??
    translate('Conversation {id}', { id: clip(oneLine(id), 8) });
  const parts = [
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

function callLine(call: TimelineCall, isAmongLoops: boolean, translate: Translate, timeText: TimeText): TimelineLine {
  const { detection, number, atMs } = call;
  const tool = toolText(call.tool);
  const result = resultTextOf(call, RESULT_CHARACTERS) ?? '';
  const stateShown =
    detection === undefined
      ? result.trim() === '' || call.outcome?.kind === 'failed'
        ? [stateText(call, translate)]
        : []
      : [doneText(call, translate)];
  const parts = [`#${number}`, timeText(atMs), ...stateShown, ...(result.trim() === '' ? [] : [result])];
  return {
    label: detection !== undefined && isAmongLoops ? `${findingName(detection.finding, translate)}: ${tool}` : tool,
    description: parts.join(' · '),
    spoken: callSpoken(call, translate, timeText),
    icon: callIcon(call),
    contextValue: detection === undefined ? 'call' : 'detection',
    opens: detection === undefined ? 'never' : 'on demand',
  };
}

function callSpoken(call: TimelineCall, translate: Translate, timeText: TimeText): string {
  const { detection, number, atMs } = call;
  const values = { number, tool: toolText(call.tool), time: timeText(atMs), state: stateText(call, translate) };
  return detection === undefined
    ? translate('Call {number}: {tool}, {state}, at {time}', values)
    : translate('Loop found in call {number}: {rule}, {tool}, {done}, at {time}', {
        ...values,
        rule: findingName(detection.finding, translate),
        done: doneText(call, translate),
      });
}

function callIcon({ detection, ran, outcome }: TimelineCall): TimelineLine['icon'] {
  switch (detection?.action) {
    case 'break':
      return { id: 'stop-circle', color: ERROR };
    case 'chance':
      return { id: 'lightbulb', color: WARNING };
    case 'ask':
      return { id: 'question', color: WARNING };
    case 'warn':
    case 'continue':
      return { id: 'warning', color: WARNING };
    case undefined:
      return !ran
        ? { id: 'circle-slash', color: QUIET }
        : outcome === undefined
          ? { id: 'circle-outline', color: QUIET }
          : outcome.kind === 'failed'
            ? { id: 'error', color: ERROR }
            : { id: 'pass', color: 'testing.iconPassed' };
  }
}

/** What became of a call. */
function stateText({ ran, outcome }: TimelineCall, translate: Translate): string {
  if (!ran) {
    return translate('not run');
  }
  switch (outcome?.kind) {
    case undefined:
      return translate('no result known');
    case 'failed':
      return translate('failed');
    case 'nothing':
      return translate('found nothing');
    case 'done':
    case 'plain':
      return translate('answered');
  }
}

/** What was done with a call in which something was found. */
function doneText({ detection, mitigated }: TimelineCall, translate: Translate): string {
  switch (detection?.action) {
    case undefined:
    case 'continue':
      return translate('noted');
    case 'warn':
      return translate('warned');
    case 'ask':
      return translate('asked');
    case 'chance':
      return mitigated ? translate('held back, and heeded') : translate('held back');
    case 'break':
      return translate('agent stopped');
  }
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
