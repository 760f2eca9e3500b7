import type { BudgetMeter } from '../../core/budget/budgetMeter';
import type { BudgetState } from '../../core/budget/budgetState';
import type { Guard } from '../../engine/guard';
import { stateOf } from '../../engine/state';
import type { RenameTool } from '../../engine/storedEntry';
import type { Detection } from '../../engine/verdict';
import type { AgentState } from '../files/stateFormat';
import type { PermissionSteps } from '../hooks/permissionSteps';

/** What is known about one agent. Changes are stored. */
export interface AgentMemory {
  readonly guard: Guard;
  /** Of the agent in the guard. */
  readonly conversationId: string;
  readonly permissions: PermissionSteps;
  /** How many of its calls were blocked in a row since it was stopped. */
  refusals: number;
  /** How often its calls could run again because nothing had ended it. */
  letGoes: number;
  /** What the session with all its agents has used of its budget. */
  readonly budget: BudgetMeter;
  /** The stops of subagents that the main agent was not told of yet. They count as told; none for a subagent. */
  readonly untoldStops: () => readonly Detection[];
  /** Whether the main agent knows that this one was stopped. */
  readonly isStopTold: boolean;
  /** Ids of calls that the guard has let run just now, each counted once. */
  readonly recorded: ReadonlySet<string>;
}

/** The stored form; undefined if there is nothing to store. */
export function stateIn(
  { guard, conversationId, permissions, refusals, letGoes, budget, isStopTold }: AgentMemory,
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
      };
}

/** Nothing is stored if no call was counted, because most users set no budget. */
export function budgetIn({ state }: BudgetMeter): BudgetState | undefined {
  return state.conversation.calls === 0 ? undefined : state;
}
