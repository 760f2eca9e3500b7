import { loopState } from '../explanation/loopState';
import { resultTextOf } from '../explanation/explainedCall';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { CallLabeller } from '../words/callLabel';
import { findingName } from '../words/detectorTexts';
import type { Translate } from '../words/language';
import { maskedArguments } from '../words/quoting';
import { labelOf } from './loopLine';

/** What a call was asked and what it answered, masked, for a tooltip; undefined parts are not known. */
interface CallTexts {
  readonly heading: string;
  readonly argumentsText: string | undefined;
  readonly resultText: string | undefined;
}

/** The texts of the tooltip of a call in which a loop was found. */
export function callTexts(
  call: TimelineCall,
  translate: Translate,
  labels: CallLabeller,
  timeText: (atMs: number) => string,
): CallTexts {
  const { detection, number } = call;
  const spoken = translate('Loop found in call {number}: {kind}, {call}, {state}', {
    number,
    kind: detection === undefined ? '' : findingName(detection.finding, translate),
    call: labelOf(call, labels),
    state: loopState(call, translate),
  });
  return {
    heading: translate('{call}, at {time}', { call: spoken, time: timeText(call.atMs) }),
    argumentsText: call.arguments === FORGOTTEN ? undefined : maskedArguments(call.arguments),
    resultText: resultTextOf(call, 500),
  };
}
