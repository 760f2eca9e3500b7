import { cutInTheMiddle, type CallLabeller, type LabelShape } from '../words/callLabel';
import { findingName } from '../words/detectorTexts';
import type { Translate } from '../words/language';
import { oneLine, toolLabel } from '../words/quoting';
import { ageText } from '../words/numberText';
import { loopState } from '../explanation/loopState';
import { conversationName } from '../timeline/conversationLabel';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation, TimelineLoop } from '../timeline/timelineConversation';
import { ERROR, QUIET, type TimelineLine, WARNING } from './line';

/** What loops are named with. */
export interface LoopTexts {
  readonly translate: Translate;
  readonly labels: CallLabeller;
  /** Milliseconds since 1970, for the age of a loop. */
  readonly nowMs: number;
}

/** The longest name of a chat in a row: what follows it is to be seen in a wide panel. */
const CHAT_CHARACTERS = 40;

/** Of a cycle, as many calls as these are named. */
const NAMED_STEPS = 2;

/** How calls are named: the one of a loop, and each of a cycle. */
interface Room {
  readonly call: LabelShape;
  readonly stepCharacters: number;
}

/** At the beginning of a row: at 310 pixels, 12 characters of the chat are to be seen next to it. */
const OF_A_ROW: Room = { call: { characters: 16, firstOnly: true, withoutTool: true }, stepCharacters: 7 };
/** At the end of a row, which a wide panel shows. */
const OF_A_WIDE_ROW: Room = { call: { characters: 34, firstOnly: true }, stepCharacters: 16 };
const SPOKEN: Room = { call: {}, stepCharacters: 40 };

/**
 * The line of one loop: what was called and how often, in which chat, and when; at its end, the tool. Its icon says
 * what was done.
 */
export function loopLine(
  conversation: TimelineConversation,
  { last }: TimelineLoop,
  { translate, labels, nowMs }: LoopTexts,
): TimelineLine {
  const { detection } = last;
  const count = detection?.finding.count ?? 1;
  const calls = (room: Room): string => loopCalls(conversation, last, { translate, labels }, room);
  const chat = conversationName(conversation, translate);
  const facts = [...conversation.origin, ageText(nowMs - last.atMs, translate)];
  const [label, whole] = [calls(OF_A_ROW), calls(OF_A_WIDE_ROW)];
  const shownChat = cutInTheMiddle(oneLine(chat), CHAT_CHARACTERS);
  return {
    label: `${label} ×${count}`,
    description: [shownChat, ...facts, ...(whole === label ? [] : [whole])].join(' · '),
    spoken: translate('Loop, {state}: {calls}, {count} times, {kind}. {facts}', {
      state: loopState(last, translate),
      calls: calls(SPOKEN),
      count,
      kind: detection === undefined ? '' : findingName(detection.finding, translate),
      facts: [chat, ...facts].join(', '),
    }),
    icon: loopIcon(last),
    contextValue: 'detection',
    opens: 'on demand',
  };
}

/** What repeats: the call, or the first calls of a cycle. */
function loopCalls(
  conversation: TimelineConversation,
  last: TimelineCall,
  { labels, translate }: Pick<LoopTexts, 'labels' | 'translate'>,
  room: Room,
): string {
  const finding = last.detection?.finding;
  if (finding !== undefined && last.signature !== undefined && finding.period > 1) {
    const steps = finding.steps.slice(0, finding.period).flatMap(([index]) => {
      const call = index === undefined ? undefined : conversation.callAt(index, last.agent);
      return call === undefined ? [] : [stepLabel(call, labels, room)];
    });
    if (steps.length > 0) {
      return [...steps.slice(0, NAMED_STEPS), ...(steps.length > NAMED_STEPS ? ['…'] : [])].join(' → ');
    }
  }
  return finding !== undefined && last.moment !== undefined
    ? findingName(finding, translate)
    : labelOf(last, labels, room.call);
}

/** A call by what tells it from others. */
export function labelOf(call: TimelineCall, labels: CallLabeller, shape?: LabelShape): string {
  return labels(call.tool, call.arguments === FORGOTTEN ? undefined : call.arguments, shape);
}

/** A call of a cycle; by its tool alone where its arguments don't fit. */
function stepLabel(call: TimelineCall, labels: CallLabeller, { call: shape, stepCharacters }: Room): string {
  const label = labelOf(call, labels, shape);
  const isTooLong = shape.firstOnly === true && label.length > stepCharacters;
  return cutInTheMiddle(isTooLong ? toolLabel(call.tool) : label, stepCharacters);
}

function loopIcon({ detection, feedback }: TimelineCall): TimelineLine['icon'] {
  return feedback === 'fine' ? { id: 'check', color: QUIET } : detectionIcon(detection?.action);
}

/** The sign of what was done about a loop; the shape tells it without the colour. */
function detectionIcon(action: NonNullable<TimelineCall['detection']>['action'] | undefined): TimelineLine['icon'] {
  switch (action) {
    case 'break':
      return { id: 'stop-circle', color: ERROR };
    case 'chance':
      return { id: 'lightbulb', color: WARNING };
    case 'ask':
      return { id: 'question', color: WARNING };
    case 'warn':
    case 'nudge':
    case 'continue':
    case undefined:
      return { id: 'warning', color: WARNING };
  }
}
