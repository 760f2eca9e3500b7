import type { BudgetReached } from '../events/budgetEvent';
import type { Translate } from './language';

/** What is used of each limit, in one line. */
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
