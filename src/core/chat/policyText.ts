import { originText } from '../settings/originText';
import type { EffectiveSettings } from '../settings/resolve';
import type { Translate } from '../words/language';
import { valueText } from './valueText';

/** What happens to a loop in a conversation, in one sentence, as Markdown. */
export function policyText({ values, origins }: EffectiveSettings, translate: Translate): string {
  if (!values.enabled) {
    return translate('**Off in this chat** ({origin}).', {
      origin: originText(origins.enabled, 'enabled', translate),
    });
  }
  const { mode, actions, maxRepeats, warnRepeats, ttlSeconds } = values;
  if (actions.length > 0) {
    return translate('**On.** Escalates with each loop in this chat: {actions}.', {
      actions: valueText(actions, translate),
    });
  }
  const window = windowText(ttlSeconds, translate);
  switch (mode) {
    case 'break':
      return translate('**On.** Stops the agent at {count} identical calls with no new result within {window}.', {
        count: maxRepeats,
        window,
      });
    case 'chance_then_break':
      return translate(
        '**On.** Blocks the last of {count} identical calls with no new result within {window}, and stops the agent ' +
          'if it repeats the call.',
        { count: maxRepeats, window },
      );
    case 'warn':
      return translate('**On.** Warns you about {count} identical calls with no new result within {window}.', {
        count: warnRepeats,
        window,
      });
  }
}

/** A time window in the unit that a person would use. */
function windowText(seconds: number, translate: Translate): string {
  if (seconds % 60 !== 0 || seconds === 0) {
    return translate('{count} seconds', { count: seconds });
  }
  return seconds === 60 ? translate('1 minute') : translate('{count} minutes', { count: seconds / 60 });
}
