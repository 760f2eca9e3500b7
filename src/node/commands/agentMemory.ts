import { type BudgetMeter, type BudgetVerdict, hasBudget } from '../../core/budget/budgetMeter';
import type { BudgetState } from '../../core/budget/budgetState';
import type { Configuration } from '../../core/settings/configuration';
import { type RenameTool, stateOf } from '../../engine/state';
import type { AgentState } from '../state/stateFormat';
import type { AgentMemory } from '../hooks/agentMemory';
import { shortId } from './storedCallIds';

/** What is known about one agent, in a guard that knows no other. Changes are stored. */
export interface StoredMemory extends AgentMemory {
  /** What the session with all its agents has used of its budget. */
  readonly budget: BudgetMeter;
  /** Where it works. */
  readonly place: AgentState['place'];
  /** Whether the main agent knows that this one was stopped. */
  readonly isStopTold: boolean;
}

/** The stored form; undefined if there is nothing to store. */
export function stateIn(
  { guard, conversationId, permissions, refusals, letGoes, budget, place, isStopTold }: StoredMemory,
  conceal: RenameTool,
): AgentState | undefined {
  const snapshot = guard.snapshot(conversationId);
  return snapshot === undefined
    ? undefined
    : {
        ...stateOf(snapshot, conceal),
        permissions: permissions.state,
        refusals: refusals === 0 ? undefined : refusals,
        letGoes: letGoes === 0 ? undefined : letGoes,
        isStopTold: (isStopTold && snapshot.stop !== undefined) || undefined,
        budget: budgetIn(budget),
        place,
      };
}

/** Nothing is stored if no call was counted, because most users set no budget. */
export function budgetIn({ state }: BudgetMeter): BudgetState | undefined {
  return state.conversation.calls === 0 ? undefined : state;
}

/** Says whether a call goes beyond the budget, and counts it. Nobody can be asked here. */
export function checkBudget(
  budget: BudgetMeter,
  configuration: Configuration,
  { id, tool, agent }: Parameters<AgentMemory['checkBudget']>[0],
  nowMs: number,
): BudgetVerdict | undefined {
  const settings = configuration.window.budget;
  if (!hasBudget(settings)) {
    return undefined;
  }
  const call = { id, agent: agent === undefined ? undefined : shortId(agent) };
  if (configuration.alwaysAllows(tool)) {
    budget.count(call, nowMs);
    return undefined;
  }
  return budget.check(call, settings, 'unattended', nowMs);
}
