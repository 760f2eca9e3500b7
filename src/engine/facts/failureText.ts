import {
  CANCELED,
  EMPTY_OUTPUTS,
  EXIT_REPORTS,
  FAILURE_BEGINNINGS,
  FAILURES_ANYWHERE,
  STACK_TRACES,
  VERDICTS,
} from './patterns/failures';
import { FAILURE_PROSE, NO_ERRORS, REJECTIONS, SENTENCES } from './patterns/failureProse';
import { matches, ReadText } from './patterns/pattern';
import type { OutcomeKind } from './recordedOutcome';

/*
 * How a result shows that its call failed although the tool reports a success: shell transcripts, stack traces, words
 * of rejection. Deep inside a text, such words may mean something else: a search that found the word "error", source
 * code that throws, a report of "0 errors". So a failure must be in a place where the result describes itself: at its
 * very beginning, in a report of the exit code, or in a short text of plain prose.
 */

/** Whether a call didn't run, because another one of its answer failed. */
export function isCanceled(text: string): boolean {
  return matches(CANCELED, text);
}

/**
 * What the beginning of a result of any length clearly says.
 * @returns undefined if this isn't enough to decide
 */
export function failedOutright(head: string, length: number): OutcomeKind | undefined {
  const read = new ReadText(head);
  if (matches(FAILURE_BEGINNINGS, read) || matches(STACK_TRACES, read)) {
    return 'failed';
  }
  if (matches(SENTENCES, read) && matches(REJECTIONS, read) && !matches(NO_ERRORS, firstLine(head))) {
    return 'failed';
  }
  if (matches(EXIT_REPORTS, read)) {
    return length <= head.length && matches(EMPTY_OUTPUTS, read) ? 'nothing' : 'failed';
  }
  return undefined;
}

/** Whether a short result contains a failure anywhere. */
export function readsAsFailure(text: string): boolean {
  return matches(FAILURES_ANYWHERE, text);
}

/** Whether a short result says no to what the call proposed. */
export function saysNo(text: string): boolean {
  return matches(VERDICTS, text);
}

/** Whether a short result in prose says that something went wrong. */
export function saysFailed(text: string): boolean {
  return matches(FAILURE_PROSE, text);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
