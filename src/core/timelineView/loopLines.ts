import { explainedCalls } from '../explanation/explainedCalls';
import { shortened, otherCallsText, placeText, resultWords, loopState } from '../explanation/explainedCall';
import { type CallAddress, FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import { conversationName } from '../timeline/conversationLabel';
import type { Timeline } from '../timeline/timeline';
import type { TimelineConversation, TimelineLoop } from '../timeline/timelineConversation';
import { cutInTheMiddle, type CallLabeller, type LabelShape } from '../words/callLabel';
import { findingName } from '../words/detectorTexts';
import type { Translate } from '../words/language';
import { ageText } from '../words/numberText';
import { oneLine, toolLabel } from '../words/quoting';

/** Texts are masked. */
export interface ViewLine {
  /** The same for the same line, however often it is made. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Read by screen readers instead of label and description. */
  readonly spoken: string;
  readonly icon: { readonly id: string; readonly color?: string };
}

/** The address is that of the call in which the loop was found last. */
export interface LoopLine extends ViewLine, CallAddress {}

interface LoopTexts {
  readonly translate: Translate;
  readonly labels: CallLabeller;
  readonly nowMs: number;
}

const [ERROR, WARNING, QUIET] = ['list.errorForeground', 'list.warningForeground', 'descriptionForeground'];

export const LISTED_LOOPS = 100;

/** Newest first; the last line stands for those that aren't listed. */
export function loopLines(timeline: Timeline, texts: LoopTexts): readonly (LoopLine | ViewLine)[] {
  const { translate } = texts;
  const loops = timeline.conversations
    .flatMap((conversation) => conversation.loops.map((loop) => ({ conversation, loop })))
    .toSorted(
      ({ loop: { last: one } }, { loop: { last: other } }) => other.atMs - one.atMs || other.number - one.number,
    );
  const listed = loops.slice(0, LISTED_LOOPS).map(({ conversation, loop }) => loopLine(conversation, loop, texts));
  const count = loops.length - listed.length;
  if (count === 0) {
    return listed;
  }
  const label = count === 1 ? translate('1 older loop') : translate('{count} older loops', { count });
  return [...listed, { id: 'older loops', label, spoken: label, icon: { id: 'history' } }];
}

const FIRST_CALLS = 10;
const LAST_CALLS = 50;

/** None if the loop is no longer remembered. */
export function callLines(
  { id, conversationId, number }: LoopLine,
  timeline: Timeline,
  translate: Translate,
): readonly ViewLine[] {
  const conversation = timeline.conversation(conversationId);
  const found = conversation?.callNumbered(number);
  if (conversation === undefined || found?.detection === undefined) {
    return [];
  }
  const { steps } = explainedCalls(conversation, found.detection, found);
  const { period } = found.detection.finding;
  return shortened(steps, FIRST_CALLS, LAST_CALLS).map((step, at) => {
    if (step.kind !== 'call') {
      const label = otherCallsText(step, translate);
      return { id: `${id}/${at}`, label, spoken: label, icon: { id: 'ellipsis' } };
    }
    const label = `${step.number}. ${step.letter} · ${step.tool}`;
    const description = [placeText(step, period, translate), resultWords(step, translate), step.resultText]
      .filter((part) => part !== undefined && part.trim() !== '')
      .join(' · ');
    const icon = step.ran ? { id: 'circle-large-outline' } : { id: 'circle-slash', color: ERROR };
    return { id: `${id}/${at}`, label, description, spoken: `${label}, ${description}`, icon };
  });
}

/** A chat's name is cut here, so that a wide panel also shows what follows it. */
const CHAT_CHARACTERS = 40;

const NAMED_STEPS = 2;

/** For the name of one call, and for those of a cycle together. */
interface Room {
  readonly call: LabelShape;
  readonly cycleCharacters: number;
}

/** At the start of a row: at 310 pixels, the age and the start of the chat’s name must still be visible. */
const OF_A_ROW: Room = { call: { characters: 16, firstOnly: true, aloneFrom: 4 }, cycleCharacters: 20 };
/** At the end of a row, which a wide panel shows. */
const OF_A_WIDE_ROW: Room = { call: { characters: 34, firstOnly: true }, cycleCharacters: 36 };
const SPOKEN: Room = { call: {}, cycleCharacters: Infinity };

/** The age comes second, because it tells apart two loops of one chat in a narrow panel. The icon shows the action. */
function loopLine(
  conversation: TimelineConversation,
  { first, last }: TimelineLoop,
  { translate, labels, nowMs }: LoopTexts,
): LoopLine {
  const age = ageText(nowMs - last.atMs, translate);
  const { detection } = last;
  const { times: count } = conversation.repeatsOf(last);
  const calls = (room: Room): string => loopCalls(conversation, last, { translate, labels }, room);
  const chat = conversationName(conversation, translate);
  const [label, whole] = [calls(OF_A_ROW), calls(OF_A_WIDE_ROW)];
  const shownChat = cutInTheMiddle(oneLine(chat), CHAT_CHARACTERS);
  return {
    id: `${conversation.id}/loop ${first.number}`,
    conversationId: conversation.id,
    number: last.number,
    label: `${label} ×${count}`,
    description: [age, shownChat, ...conversation.origin, ...(whole === label ? [] : [whole])].join(' · '),
    spoken: translate('Loop, {state}: {calls}, {count} times, {kind}. {facts}', {
      state: loopState(last, translate),
      calls: calls(SPOKEN),
      count,
      kind: detection === undefined ? '' : findingName(detection.finding, translate),
      facts: [chat, ...conversation.origin, age].join(', '),
    }),
    icon: loopIcon(last),
  };
}

function loopCalls(
  conversation: TimelineConversation,
  last: TimelineCall,
  { labels, translate }: Pick<LoopTexts, 'labels' | 'translate'>,
  room: Room,
): string {
  const finding = last.detection?.finding;
  const callsAt = (indexes: readonly number[] = []): TimelineCall[] =>
    indexes.flatMap((index) => conversation.callAt(index, last.agent) ?? []);
  if (finding !== undefined && last.signature !== undefined && finding.period > 1) {
    const steps = callsAt(finding.steps.slice(0, finding.period).flatMap(([index = 0]) => index));
    if (steps.length > 0) {
      return cycleLabel(steps, labels, room);
    }
  }
  const calls = [...callsAt(finding?.calls), last];
  const [name = '', another] = new Set(calls.map((call) => labelOf(call, labels, room.call)));
  if (last.moment === undefined && another !== undefined) {
    // No single call was made that often.
    return firstOf([...new Set(calls.map(({ tool }) => toolLabel(tool)))]).join(', ');
  }
  return finding !== undefined && last.moment !== undefined ? findingName(finding, translate) : name;
}

function firstOf(names: readonly string[]): readonly string[] {
  return [...names.slice(0, NAMED_STEPS), ...(names.length > NAMED_STEPS ? ['…'] : [])];
}

function labelOf(call: TimelineCall, labels: CallLabeller, shape?: LabelShape): string {
  return labels(call.tool, call.arguments === FORGOTTEN ? undefined : call.arguments, shape);
}

const ARROW = ' → ';

/** The calls of a cycle, or what fits: the arguments of one tool, or the names of several. */
function cycleLabel(
  calls: readonly TimelineCall[],
  labels: CallLabeller,
  { call: shape, cycleCharacters }: Room,
): string {
  const tools = calls.map(({ tool }) => toolLabel(tool));
  const isOneTool = new Set(tools).size === 1;
  const named = (more: LabelShape): string =>
    firstOf(calls.map((call) => labelOf(call, labels, { ...shape, ...more }))).join(ARROW);
  const room = cycleCharacters - ARROW.length;
  const half = Math.floor(room / 2);
  const whole = [
    named({ aloneFrom: undefined }),
    ...(isOneTool ? [`${tools[0]}(${named({ aloneFrom: 1 })})`, named({ aloneFrom: 1 })] : []),
  ].find((label) => label.length <= cycleCharacters);
  if (whole !== undefined || isOneTool) {
    return whole ?? named({ aloneFrom: 1, characters: half });
  }
  const [one = '', other = ''] = tools;
  const cut = (tool: string, beside: string): string => cutInTheMiddle(tool, Math.max(half, room - beside.length));
  return firstOf([cut(one, other), cut(other, one), ...tools.slice(NAMED_STEPS)]).join(ARROW);
}

function loopIcon({ detection, feedback }: TimelineCall): ViewLine['icon'] {
  if (feedback === 'fine') {
    return { id: 'check', color: QUIET };
  }
  switch (detection?.action) {
    case 'break':
      return { id: 'stop-circle', color: ERROR };
    case 'chance':
      return { id: 'lightbulb', color: WARNING };
    case 'ask':
      return { id: 'question', color: WARNING };
    default:
      return { id: 'warning', color: WARNING };
  }
}
