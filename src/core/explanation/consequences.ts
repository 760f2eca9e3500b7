import type { Detection } from '../../engine/verdict';
import type { Action } from '../../engine/settings';
import type { TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';
import type { Translate } from '../words/language';

/** What was done with a call, as a clause. */
export function actionText(action: Action, translate: Translate): string {
  switch (action) {
    case 'continue':
      return translate('the call was run, as the ladder of actions says.');
    case 'warn':
    case 'nudge':
      return translate('the call was run, with a warning.');
    case 'ask':
      return translate('you were asked whether to run the call.');
    case 'chance':
      return translate('the call was held back, and the model was told to try something else.');
    case 'break':
      return translate('the call was not run, and the agent was stopped.');
  }
}

/** What was done, and what the model did after that. */
export function consequences(
  { calls, forgottenCalls }: TimelineConversation,
  call: TimelineCall,
  { action, afterChance }: Detection,
  translate: Translate,
): string[] {
  const texts: string[] = [];
  if (afterChance) {
    texts.push(translate('The model had its chance and made the call again.'));
  }
  switch (action) {
    case 'continue':
    case 'warn':
      texts.push(action === 'warn' ? translate('The call was run. You were warned.') : translate('The call was run.'));
      break;
    case 'nudge':
      texts.push(
        translate('The call was run. You were warned.'),
        ...(call.nudged ? [translate('The model read beside the result what repeats and what to do instead.')] : []),
        ...(call.mitigated ? [translate('It then did something else.')] : []),
      );
      break;
    case 'ask':
      texts.push(
        translate('You were asked whether to run the call.'),
        ...(call.outcome === undefined ? [] : [translate('It was run.')]),
      );
      break;
    case 'chance':
      texts.push(
        translate('The call was held back. In place of a result the model read what repeats and how to get out.'),
      );
      break;
    case 'break':
      texts.push(translate('The call was not run, and the agent was stopped.'));
  }
  const later = calls.slice(call.number - forgottenCalls).filter(({ turn }) => turn === call.turn);
  const refused = later.filter(({ ran, signature }) => !ran && signature === undefined).length;
  if (action === 'break' && refused > 0) {
    texts.push(translate('Further calls that were refused after it: {count}.', { count: refused }));
  }
  if (action === 'chance') {
    const again = later.some(({ signature }) => signature !== undefined && signature === call.signature);
    if (call.mitigated) {
      texts.push(
        again
          ? translate('The model did something else first, then made the same call again.')
          : translate('The model took the chance and did something else.'),
      );
    } else {
      texts.push(
        again ? translate('The model made the same call again.') : translate('The model has made no call since.'),
      );
    }
  }
  return texts;
}
