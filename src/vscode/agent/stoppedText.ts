import type { Budgets } from '../../core/budget/budgets';
import { budgetStopText } from '../../core/words/budgetTexts';
import { TOOL_NAMES } from '../../core/words/callNames';
import type { Messages } from '../../core/words/messages';
import { breakText } from '../../core/words/words';
import type { Guard } from '../../engine/guard';
import { translate } from '../window/translate';

/** What the person reads of a conversation that was stopped, by a loop or by its budget; undefined when it was not. */
export function stoppedText(
  conversationId: string,
  {
    guard,
    budgets,
    messages,
  }: { readonly guard: Guard; readonly budgets?: Budgets | undefined; readonly messages: () => Messages },
): string | undefined {
  const { stopped } = guard.status(conversationId);
  if (stopped !== undefined) {
    return breakText(stopped, translate, messages(), TOOL_NAMES);
  }
  const budget = budgets?.stopped(conversationId);
  return budget === undefined ? undefined : budgetStopText(budget, translate);
}
