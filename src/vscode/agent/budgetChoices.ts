import { BUDGET_CHOICES } from '../../core/budget/budgetMeter';
import type { Handler } from '../host/commands';
import { tellIfSettingFixed } from '../settings/fixedSettings';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../host/translate';

/** What a choice about a budget does; an agent that was stopped continues. */
export function changeBudget({
  budgets,
  chat,
  conversations,
}: Pick<GuardWindow, 'budgets' | 'chat' | 'conversations'>): Handler {
  return async (conversationId, choice) => {
    const known = BUDGET_CHOICES.find((each) => each === choice);
    if (typeof conversationId !== 'string' || conversationId === '' || known === undefined) {
      return;
    }
    if (known !== 'stop' && tellIfSettingFixed(conversations.configuration, 'budget')) {
      return;
    }
    budgets.choose(conversationId, known);
    if (known !== 'stop') {
      await chat.say(translate('Continue.'));
    }
  };
}
