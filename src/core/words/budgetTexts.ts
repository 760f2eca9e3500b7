import type { BudgetReached } from '../events/events';
import { inEnglish, type Translate } from './language';
import { escapeMarkdown } from './pages/markdown';

export function budgetReachedText({ measure, scope, limit }: BudgetReached, translate: Translate): string {
  const amount = amountText(measure, limit, translate);
  return scope === 'message'
    ? translate('Budget reached: {amount} for this message.', { amount })
    : translate('Budget reached: {amount} in this chat.', { amount });
}

function amountText(measure: BudgetReached['measure'], count: number, translate: Translate): string {
  const texts: Record<typeof measure, string> = {
    calls: count === 1 ? translate('1 tool call') : translate('{count} tool calls', { count }),
    minutes: count === 1 ? translate('1 minute') : translate('{count} minutes', { count }),
    subAgents: count === 1 ? translate('1 subagent') : translate('{count} subagents', { count }),
    tokens: translate('{count} tokens', { count }),
  };
  return texts[measure];
}

/** At a call, where running it means yes. */
export function budgetQuestion(reached: BudgetReached, translate: Translate): string {
  return translate(
    '{budget} If you allow this call, the limit becomes {doubled}. If you skip it, you’re asked again at the ' +
      'next call.',
    { budget: budgetReachedText(reached, translate), doubled: 2 * reached.limit },
  );
}

export function budgetStopText(reached: BudgetReached, translate: Translate): string {
  return translate('Agent stopped. {budget} Send a message to continue, or change the budget.', {
    budget: budgetReachedText(reached, translate),
  });
}

/** One paragraph of Markdown, above links and a button that say how to continue. */
export function budgetStopMarkdown(reached: BudgetReached, translate: Translate): string {
  return `**${translate('Agent stopped.')}** ${escapeMarkdown(budgetReachedText(reached, translate))}`;
}

export function budgetWarning(reached: BudgetReached, translate: Translate): string {
  return translate('{budget} The agent continues, up to twice the limit.', {
    budget: budgetReachedText(reached, translate),
  });
}

/** Read by the model instead of a result; begins with `BLOCKED.budget`. */
export function budgetTextForModel(reached: BudgetReached): string {
  return (
    `This call was blocked. ${budgetReachedText(reached, inEnglish)} Do not call any more tools. Tell the user what ` +
    'is done and what is left, and wait for their next message.'
  );
}

export function budgetChoiceTitle(choice: 'double' | 'ignore' | 'stop', translate: Translate): string {
  const titles: Record<'double' | 'ignore' | 'stop', string> = {
    double: translate('Double the budget'),
    ignore: translate('Ignore the budget in this chat'),
    stop: translate('Stop the agent at its next call'),
  };
  return titles[choice];
}

export function budgetUses(uses: readonly (BudgetReached & { readonly used: number })[], translate: Translate): string {
  const texts = uses.map(({ measure, scope, limit, used: exactly }) => {
    const values = { used: Math.floor(exactly), amount: amountText(measure, limit, translate) };
    return scope === 'message'
      ? translate('{used} of {amount} for this message', values)
      : translate('{used} of {amount} in this chat', values);
  });
  return texts.join(' · ');
}
