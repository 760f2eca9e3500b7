import { cutInTheMiddle, type CallLabeller } from '../words/callLabel';
import { findingName } from '../words/detectorTexts';
import type { Translate } from '../words/language';
import { ageText } from '../timeline/ageText';
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

/** Of a cycle, as many calls as these are named, each in so many characters. */
const NAMED_STEPS = 2;
const STEP_CHARACTERS = 40;

/** The line of one loop: what was called and how often, what was done, in which chat, and when. */
export function loopLine(
  conversation: TimelineConversation,
  { last }: TimelineLoop,
  { translate, labels, nowMs }: LoopTexts,
): TimelineLine {
  const { detection } = last;
  const calls = loopCalls(conversation, last, labels, translate);
  const count = detection?.finding.count ?? 1;
  const state = loopState(last, translate);
  const facts = [
    ...conversation.origin,
    conversationName(conversation, translate),
    ageText(nowMs - last.atMs, translate),
  ];
  return {
    label: `${calls} ×${count}`,
    description: [state, ...facts].join(' · '),
    spoken: translate('Loop, {state}: {calls}, {count} times, {kind}. {facts}', {
      state,
      calls,
      count,
      kind: detection === undefined ? '' : findingName(detection.finding, translate),
      facts: facts.join(', '),
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
  labels: CallLabeller,
  translate: Translate,
): string {
  const finding = last.detection?.finding;
  if (finding !== undefined && last.signature !== undefined && finding.period > 1) {
    const steps = finding.steps.slice(0, finding.period).flatMap(([index]) => {
      const call = index === undefined ? undefined : conversation.callAt(index, last.agent);
      return call === undefined ? [] : [cutInTheMiddle(labelOf(call, labels), STEP_CHARACTERS)];
    });
    if (steps.length > 0) {
      return [...steps.slice(0, NAMED_STEPS), ...(steps.length > NAMED_STEPS ? ['…'] : [])].join(' → ');
    }
  }
  return finding !== undefined && last.moment !== undefined ? findingName(finding, translate) : labelOf(last, labels);
}

/** A call by what tells it from others. */
export function labelOf(call: TimelineCall, labels: CallLabeller): string {
  return labels(call.tool, call.arguments === FORGOTTEN ? undefined : call.arguments);
}

/** What was done about a loop, in a word or two. */
export function loopState({ detection, mitigated, feedback }: TimelineCall, translate: Translate): string {
  if (feedback === 'fine') {
    return translate('marked as not a loop');
  }
  switch (detection?.action) {
    case undefined:
    case 'continue':
      return translate('noted');
    case 'warn':
      return translate('warned');
    case 'nudge':
      return mitigated ? translate('warned, agent recovered') : translate('warned');
    case 'ask':
      return translate('asked');
    case 'chance':
      return mitigated ? translate('blocked, agent recovered') : translate('blocked');
    case 'break':
      return translate('stopped');
  }
}

function loopIcon({ detection, feedback }: TimelineCall): TimelineLine['icon'] {
  return feedback === 'fine' ? { id: 'check', color: QUIET } : detectionIcon(detection?.action);
}

/** The sign of what was done about a loop; the shape tells it without the colour. */
export function detectionIcon(
  action: NonNullable<TimelineCall['detection']>['action'] | undefined,
): TimelineLine['icon'] {
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
