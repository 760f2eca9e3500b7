import type { Detection } from '../../engine/decision/verdict';
import type { TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';
import type { Translate } from '../words/language';
import { refusedText } from '../words/loopTexts';

/** What was done, and what the model did after that. */
export function consequences(
  { calls, forgottenCalls }: TimelineConversation,
  call: TimelineCall,
  { action, afterChance }: Detection,
  translate: Translate,
): string[] {
  const texts: string[] = [];
  if (afterChance) {
    texts.push(translate('The model had a second chance and made the call again.'));
  }
  switch (action) {
    case 'continue':
    case 'warn':
      texts.push(
        action === 'warn' ? translate('The call was allowed. You were warned.') : translate('The call was allowed.'),
      );
      break;
    case 'nudge':
      texts.push(
        translate('The call was allowed. You were warned.'),
        ...(call.nudged ? [translate('The model got a hint with the result.')] : []),
        ...(call.mitigated ? [translate('The model changed course.')] : []),
      );
      break;
    case 'ask':
      texts.push(
        translate('You were asked whether to run the call.'),
        ...(call.outcome === undefined ? [] : [translate('It ran.')]),
      );
      break;
    case 'chance':
      texts.push(translate('The call was blocked and the model was told what repeats and how to continue.'));
      break;
    case 'break':
      texts.push(
        ...(call.isRefused
          ? [refusedText(translate), translate('The agent was stopped.')]
          : [translate('The call was blocked and the agent was stopped.')]),
      );
  }
  const later = calls.slice(call.number - forgottenCalls).filter(({ turn }) => turn === call.turn);
  const refused = later.filter(({ ran, signature }) => !ran && signature === undefined).length;
  if (action === 'break' && refused > 0) {
    texts.push(translate('Further blocked calls: {count}.', { count: refused }));
  }
  if (action === 'chance') {
    const again = later.some(({ signature }) => signature !== undefined && signature === call.signature);
    if (call.mitigated) {
      texts.push(
        again
          ? translate('The model changed course, then made the same call again.')
          : translate('The model changed course.'),
      );
    } else {
      texts.push(
        again ? translate('The model made the same call again.') : translate('The model has made no call since then.'),
      );
    }
  }
  return texts;
}
