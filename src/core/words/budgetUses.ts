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
      return translate('{used} of {limit} tool calls for this message', values);
    case 'message minutes':
      return translate('{used} of {limit} minutes for this message', values);
    case 'message subAgents':
      return translate('{used} of {limit} subagents for this message', values);
    case 'conversation calls':
      return translate('{used} of {limit} tool calls in this chat', values);
    case 'conversation minutes':
      return translate('{used} of {limit} minutes in this chat', values);
    case 'conversation subAgents':
      return translate('{used} of {limit} subagents in this chat', values);
  }
}
