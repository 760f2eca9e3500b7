import { steeringAnew } from '../../core/words/loopTexts';
import type { GuardWindow } from './guardWindow';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';

/**
 * Tells a person who has selected a link or button of a past stop what can be done now. After a reload of the window
 * nothing is known of the stop; the chat in which they selected it can be told to continue.
 * @param id what the link or button stands for
 */
export async function tellPastStop(id: unknown, { stops, chat }: Pick<GuardWindow, 'stops' | 'chat'>): Promise<void> {
  if (stops.isOver(id)) {
    void prompts.showInformationMessage(translate('The agent has already continued. This link no longer works.'));
    return;
  }
  const [different, goOn] = [translate('Try a Different Approach'), translate('Continue')];
  const chosen = await prompts.showInformationMessage(
    translate('This stop is from before the window was reloaded. The agent can continue now.'),
    different,
    goOn,
  );
  if (chosen === different) {
    await chat.say(steeringAnew(translate));
  } else if (chosen === goOn) {
    await chat.say(translate('Continue.'));
  }
}
