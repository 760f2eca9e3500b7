import type { Budgets } from '../budget/budgets';
import { budgetUses } from '../words/budgetTexts';
import type { Translate } from '../words/language';

/** As Markdown; empty without a budget. */
export function budgetLines(budgets: Budgets, conversationId: string, translate: Translate): readonly string[] {
  const { of, isIgnored } = budgets.uses(conversationId);
  if (of.length === 0) {
    return [];
  }
  const uses = budgetUses(of, translate);
  return [
    isIgnored ? translate('Budget ignored in this chat: {uses}', { uses }) : translate('Budget used: {uses}', { uses }),
  ];
}
