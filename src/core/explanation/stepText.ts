import type { Translate } from '../words/language';
import type { ExplainedCall, OtherCalls } from './explainedCall';

/** What became of a call, in a few words. */
export function resultWords(
  { relation, failed }: Pick<ExplainedCall, 'relation' | 'failed'>,
  translate: Translate,
): string {
  switch (relation) {
    case 'refused':
      return translate('blocked');
    case 'unknown':
      return translate('no result yet');
    case 'first':
      return failed ? translate('an error') : translate('first result');
    case 'equal':
      return failed ? translate('the same error') : translate('the same result');
    case 'numbers':
      return failed ? translate('the same error with other numbers') : translate('the same result with other numbers');
    case 'changed':
      return failed ? translate('another error') : translate('another result');
  }
}

/** Calls that are told of together. */
export function otherCallsText({ kind, count, tools }: OtherCalls, translate: Translate): string {
  switch (kind) {
    case 'between':
      return count === 1
        ? translate('1 other call in between: {tools}', { tools: tools.join(', ') })
        : translate('{count} other calls in between: {tools}', {
            count,
            tools: `${tools.join(', ')}${count > tools.length ? ' …' : ''}`,
          });
    case 'forgotten':
      return count === 1
        ? translate('1 earlier call no longer available')
        : translate('{count} earlier calls no longer available', { count });
    case 'leftOut':
      return count === 1
        ? translate('1 more call of the loop')
        : translate('{count} more calls of the loop', { count });
  }
}

/** Where in a cycle a call stands; undefined where there is no cycle. */
export function placeText(
  { position, pass }: Pick<ExplainedCall, 'position' | 'pass'>,
  period: number,
  translate: Translate,
): string | undefined {
  if (position === undefined) {
    return undefined;
  }
  return pass === undefined
    ? translate('step {position} of {period}', { position, period })
    : translate('step {position} of {period}, round {pass}', { position, period, pass });
}
