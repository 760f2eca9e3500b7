import type { BudgetEvent, BudgetReached } from '../events/budgetEvent';
import { inEnglish, type Translate } from './language';
import { escapeMarkdown } from './pages/markdown';

/** That a budget is reached, in one sentence. */
function budgetReachedText({ measure, scope, limit }: BudgetReached, translate: Translate): string {
  switch (`${scope} ${measure}` as const) {
    case 'message calls':
      return translate('Budget reached: tool calls for this message (limit {limit}).', { limit });
    case 'message minutes':
      return translate('Budget reached: minutes of work on this message (limit {limit}).', { limit });
    case 'message subAgents':
      return translate('Budget reached: subagents for this message (limit {limit}).', { limit });
    case 'conversation calls':
      return translate('Budget reached: tool calls in this chat (limit {limit}).', { limit });
    case 'conversation minutes':
      return translate('Budget reached: minutes of work in this chat (limit {limit}).', { limit });
    case 'conversation subAgents':
      return translate('Budget reached: subagents in this chat (limit {limit}).', { limit });
  }
}

/** The question at a call, where running it means yes. */
export function budgetQuestion(reached: BudgetReached, translate: Translate): string {
  return translate(
    '{budget} Run this call and double the limit? If you decline, the call is blocked and the next one asks again. ' +
      'To stop being asked in this chat, use {command}. To stop the agent, use {stop}.',
    {
      budget: budgetReachedText(reached, translate),
      command: '@loopguard /tool-loop-budget ignore',
      stop: '@loopguard /tool-loop-budget stop',
    },
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

/** What the model reads in place of a result when its run was ended at a budget. Models read English. */
export function budgetTextForModel(reached: BudgetReached): string {
  return (
    `This call was not run. ${budgetReachedText(reached, inEnglish)} Do not call any more tools. Tell the user what ` +
    'is done and what is left, and wait for their next message.'
  );
}

/** What was done about a budget at a call, in a few words. */
export function budgetDoneText(done: BudgetEvent['done'], translate: Translate): string {
  switch (done) {
    case 'asked':
      return translate('budget reached, asked');
    case 'warned':
      return translate('budget reached, warned');
    case 'stopped':
      return translate('budget reached, agent stopped');
    case 'doubled':
      return translate('budget reached, limit doubled');
    case 'ignored':
      return translate('budget ignored');
  }
}

/** The name that a person picks a choice by. */
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
