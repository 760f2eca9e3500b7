import type * as vscode from 'vscode';
import { BUDGET_CHOICES, type BudgetChoice } from '../../core/budget/budgetMeter';
import { commandLink, type Handler } from '../window/commands';
import { tellIfSettingFixed } from '../window/fixedSettings';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../window/translate';

/** Offers a person whose agent was stopped at a budget to go on; stopped it is already. */
export function offerBudgetChoices(stream: vscode.ChatResponseStream, conversationId: string): void {
  const link = (title: string, choice: BudgetChoice): vscode.Command =>
    commandLink('toolLoopGuard.changeBudget', title, conversationId, choice);
  stream.button(link(translate('Double the budget and continue'), 'double'));
  stream.button(link(translate('Ignore the budget in this chat'), 'ignore'));
}

/** What the buttons do. */
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
