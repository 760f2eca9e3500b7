import type { BudgetReached } from '../events/events';
import { inEnglish, type Translate } from './language';
import { escapeMarkdown } from './pages/markdown';

function budgetReachedText({ measure, scope, limit }: BudgetReached, translate: Translate): string {
  const isOne = limit === 1;
  switch (`${scope} ${measure}` as const) {
    case 'message calls':
      return isOne
        ? translate('Budget reached: 1 tool call for this message.')
        : translate('Budget reached: {limit} tool calls for this message.', { limit });
    case 'message minutes':
      return isOne
        ? translate('Budget reached: 1 minute of work on this message.')
        : translate('Budget reached: {limit} minutes of work on this message.', { limit });
    case 'message subAgents':
      return isOne
        ? translate('Budget reached: 1 subagent for this message.')
        : translate('Budget reached: {limit} subagents for this message.', { limit });
    case 'message tokens':
      return translate('Budget reached: {limit} tokens for this message.', { limit });
    case 'conversation calls':
      return isOne
        ? translate('Budget reached: 1 tool call in this chat.')
        : translate('Budget reached: {limit} tool calls in this chat.', { limit });
    case 'conversation minutes':
      return isOne
        ? translate('Budget reached: 1 minute of work in this chat.')
        : translate('Budget reached: {limit} minutes of work in this chat.', { limit });
    case 'conversation subAgents':
      return isOne
        ? translate('Budget reached: 1 subagent in this chat.')
        : translate('Budget reached: {limit} subagents in this chat.', { limit });
    case 'conversation tokens':
      return translate('Budget reached: {limit} tokens in this chat.', { limit });
  }
}

/** The question at a call, where running it means yes. */
export function budgetQuestion(reached: BudgetReached, translate: Translate): string {
  return translate(
    '{budget} If you allow this call, the limit becomes {doubled}. If you skip it, you’re asked again at the ' +
      'next call.',
    { budget: budgetReachedText(reached, translate), doubled: 2 * reached.limit },
  );
}

/** What the person reads when the agent was stopped at a budget. */
export function budgetStopText(reached: BudgetReached, translate: Translate): string {
  return translate('Agent stopped. {budget} Send a message to continue, or change the budget.', {
    budget: budgetReachedText(reached, translate),
  });
}

/** The same as one paragraph of Markdown, above links and a button that say how to go on. */
export function budgetStopMarkdown(reached: BudgetReached, translate: Translate): string {
  return `**${translate('Agent stopped.')}** ${escapeMarkdown(budgetReachedText(reached, translate))}`;
}

/** What the person reads when nobody could be asked and the agent goes on. */
export function budgetWarning(reached: BudgetReached, translate: Translate): string {
  return translate('{budget} The agent continues, up to twice the limit.', {
    budget: budgetReachedText(reached, translate),
  });
}

/** What the model reads in place of a result when its run was ended at a budget: it begins as `BLOCKED.budget`. */
export function budgetTextForModel(reached: BudgetReached): string {
  return (
    `This call was blocked. ${budgetReachedText(reached, inEnglish)} Do not call any more tools. Tell the user what ` +
    'is done and what is left, and wait for their next message.'
  );
}

export function budgetChoiceTitle(choice: 'double' | 'ignore' | 'stop', translate: Translate): string {
  switch (choice) {
    case 'double':
      return translate('Double the budget');
    case 'ignore':
      return translate('Ignore the budget in this chat');
    case 'stop':
      return translate('Stop the agent at its next call');
  }
}

export function budgetUses(uses: readonly (BudgetReached & { readonly used: number })[], translate: Translate): string {
  return uses.map((use) => budgetUseText(use, translate)).join(' · ');
}

function budgetUseText(
  { measure, scope, limit, used: exactly }: BudgetReached & { readonly used: number },
  translate: Translate,
): string {
  const values = { used: Math.floor(exactly), limit };
  switch (`${scope} ${measure}` as const) {
    case 'message calls':
      return limit === 1
        ? translate('{used} of 1 tool call for this message', values)
        : translate('{used} of {limit} tool calls for this message', values);
    case 'message minutes':
      return limit === 1
        ? translate('{used} of 1 minute for this message', values)
        : translate('{used} of {limit} minutes for this message', values);
    case 'message subAgents':
      return limit === 1
        ? translate('{used} of 1 subagent for this message', values)
        : translate('{used} of {limit} subagents for this message', values);
    case 'message tokens':
      return translate('{used} of {limit} tokens for this message', values);
    case 'conversation calls':
      return limit === 1
        ? translate('{used} of 1 tool call in this chat', values)
        : translate('{used} of {limit} tool calls in this chat', values);
    case 'conversation minutes':
      return limit === 1
        ? translate('{used} of 1 minute in this chat', values)
        : translate('{used} of {limit} minutes in this chat', values);
    case 'conversation subAgents':
      return limit === 1
        ? translate('{used} of 1 subagent in this chat', values)
        : translate('{used} of {limit} subagents in this chat', values);
    case 'conversation tokens':
      return translate('{used} of {limit} tokens in this chat', values);
  }
}
