import type { Budgets } from '../budget/budgets';
import { BUDGET_CHOICES } from '../budget/budgetMeter';
import { budgetChoiceTitle } from '../words/budgetTexts';
import { fixedText } from '../settings/fixedSetting';
import type { Translate } from '../words/language';
import { budgetLines } from './budgetLines';
import { linkLine, type WriteLink } from './chatLink';
import type { ChatCommand } from './command';

/**
 * Carries out a command about the budget of a conversation.
 * @param fixedIn the file of the machine-wide settings where they set the budget, which nobody may change then
 * @returns the answer, as Markdown
 */
export function answerBudget(
  { choice }: Extract<ChatCommand, { kind: 'budget' }>,
  budgets: Budgets,
  conversationId: string,
  translate: Translate,
  fixedIn?: string,
  link?: WriteLink,
): string {
  if (fixedIn !== undefined && (choice === 'double' || choice === 'ignore')) {
    return fixedText('toolLoopGuard.budget', fixedIn, translate);
  }
  if (choice !== undefined) {
    budgets.choose(conversationId, choice);
  }
  const lines = budgetLines(budgets, conversationId, translate);
  if (lines.length === 0) {
    const setting = link?.('toolLoopGuard.budget', { kind: 'settings', setting: 'budget' }) ?? '`toolLoopGuard.budget`';
    return translate('No budget is set. To set one, use {setting}.', { setting });
  }
  switch (choice) {
    case 'stop':
      return translate('The agent of this chat is stopped at its next call. Send a message to continue.');
    case 'double':
    case 'ignore':
      return lines.join('');
    case undefined:
      return [
        ...lines,
        ...linkLine(
          link,
          BUDGET_CHOICES.map((each) => [budgetChoiceTitle(each, translate), { kind: 'budget', choice: each }]),
        ),
      ].join('\n\n');
  }
}
