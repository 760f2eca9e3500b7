import { resultTextOf } from '../explanation/explainedCall';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { CallLabeller } from '../words/callLabel';
import { findingName } from '../words/detectorTexts';
import { budgetDoneText } from '../words/budgetTexts';
import type { Translate } from '../words/language';
import { maskedArguments } from '../words/quoting';
import { ERROR, QUIET, type TimelineLine, type TimeText } from './line';
import { loopState } from '../explanation/loopState';
import { detectionIcon, labelOf } from './loopLine';

const RESULT_CHARACTERS = 60;

/** What a call was asked and what it answered, masked, for a tooltip; undefined parts are not known. */
interface CallTexts {
  readonly heading: string;
  readonly argumentsText: string | undefined;
  readonly resultText: string | undefined;
}

/** The texts of a call's tooltip. */
export function callTexts(
  call: TimelineCall,
  translate: Translate,
  labels: CallLabeller,
  timeText: TimeText,
): CallTexts {
  return {
    heading: translate('{call}, at {time}', { call: callSpoken(call, translate, labels), time: timeText(call.atMs) }),
    argumentsText: call.arguments === FORGOTTEN ? undefined : maskedArguments(call.arguments),
    resultText: resultTextOf(call, 500),
  };
}

/** The line of one call. */
export function callLine(call: TimelineCall, translate: Translate, labels: CallLabeller): TimelineLine {
  return {
    label: labelOf(call, labels),
    description: resultDescription(call, translate),
    spoken: callSpoken(call, translate, labels),
    icon: callIcon(call),
    contextValue: call.detection === undefined ? 'call' : 'detection',
    opens: call.detection === undefined ? 'never' : 'on demand',
  };
}

/** The line of several equal calls that followed each other: how many, and what the last of them answered. */
export function equalCallsLine(
  calls: readonly TimelineCall[],
  translate: Translate,
  labels: CallLabeller,
): TimelineLine | undefined {
  const last = calls.at(-1);
  if (last === undefined) {
    return undefined;
  }
  const label = labelOf(last, labels);
  const shown = calls.findLast(({ detection }) => detection !== undefined) ?? last;
  return {
    label: `${label} ×${calls.length}`,
    description: resultDescription(shown, translate),
    spoken: translate('Calls {from} to {to}: {call}, {count} times, {state}', {
      from: calls[0]?.number ?? 0,
      to: last.number,
      call: label,
      count: calls.length,
      state: stateText(shown, translate),
    }),
    icon: callIcon(shown),
    contextValue: 'calls',
    opens: 'on demand',
  };
}

function resultDescription(call: TimelineCall, translate: Translate): string {
  const result = (resultTextOf(call, RESULT_CHARACTERS) ?? '').trim();
  const saysMore =
    result === '' || call.detection !== undefined || call.outcome?.kind === 'failed' || call.budget !== undefined;
  return [...(saysMore ? [stateText(call, translate)] : []), ...(result === '' ? [] : [result])].join(' · ');
}

function callSpoken(call: TimelineCall, translate: Translate, labels: CallLabeller): string {
  const { detection, number } = call;
  const values = { number, call: labelOf(call, labels), state: stateText(call, translate) };
  return detection === undefined
    ? translate('Call {number}: {call}, {state}', values)
    : translate('Loop found in call {number}: {kind}, {call}, {state}', {
        ...values,
        kind: findingName(detection.finding, translate),
      });
}

function callIcon({ detection, ran, outcome }: TimelineCall): TimelineLine['icon'] {
  if (detection !== undefined) {
    return detectionIcon(detection.action);
  }
  return !ran
    ? { id: 'circle-slash', color: QUIET }
    : outcome === undefined
      ? { id: 'circle-outline', color: QUIET }
      : outcome.kind === 'failed'
        ? { id: 'error', color: ERROR }
        : { id: 'pass', color: 'testing.iconPassed' };
}

/** What became of a call. */
function stateText(call: TimelineCall, translate: Translate): string {
  const { detection, ran, outcome, budget } = call;
  if (detection !== undefined) {
    return loopState(call, translate);
  }
  if (budget !== undefined) {
    return budgetDoneText(budget.done, translate);
  }
  if (!ran) {
    return translate('blocked');
  }
  switch (outcome?.kind) {
    case undefined:
      return translate('no result yet');
    case 'failed':
      return translate('failed');
    case 'nothing':
      return translate('found nothing');
    case 'done':
    case 'plain':
      return translate('answered');
  }
}
