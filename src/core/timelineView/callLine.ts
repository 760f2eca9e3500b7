import { resultTextOf, toolText } from '../explanation/explainedCall';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import { findingName } from '../words/detectorTexts';
import { budgetDoneText } from '../words/budgetTexts';
import type { Translate } from '../words/language';
import { maskedArguments } from '../words/quoting';
import { ERROR, QUIET, type TimelineLine, type TimeText, WARNING } from './line';

const RESULT_CHARACTERS = 60;

/** What a call was asked and what it answered, masked, for a tooltip; undefined parts are not known. */
interface CallTexts {
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

/** The line of one call. */
export function callLine(
  call: TimelineCall,
  isInLoops: boolean,
  translate: Translate,
  timeText: TimeText,
): TimelineLine {
  const { detection, number, atMs } = call;
  const tool = toolText(call.tool);
  const result = resultTextOf(call, RESULT_CHARACTERS) ?? '';
  const stateShown =
    detection === undefined
      ? result.trim() === '' || call.outcome?.kind === 'failed' || call.budget !== undefined
        ? [stateText(call, translate)]
        : []
      : [doneText(call, translate)];
  const parts = [`#${number}`, timeText(atMs), ...stateShown, ...(result.trim() === '' ? [] : [result])];
  return {
    label: detection !== undefined && isInLoops ? `${findingName(detection.finding, translate)}: ${tool}` : tool,
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
    case 'nudge':
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
function stateText({ ran, outcome, budget }: TimelineCall, translate: Translate): string {
  if (budget !== undefined) {
    return budgetDoneText(budget.done, translate);
  }
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
function doneText({ detection, mitigated, nudged }: TimelineCall, translate: Translate): string {
  switch (detection?.action) {
    case undefined:
    case 'continue':
      return translate('noted');
    case 'warn':
      return translate('warned');
    case 'nudge':
      return mitigated
        ? translate('model nudged, and heeded')
        : nudged
          ? translate('model nudged')
          : translate('warned');
    case 'ask':
      return translate('asked');
    case 'chance':
      return mitigated ? translate('held back, and heeded') : translate('held back');
    case 'break':
      return translate('agent stopped');
  }
}
