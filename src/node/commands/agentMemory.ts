import type { BudgetMeter } from '../../core/budget/budgetMeter';
import type { BudgetState } from '../../core/budget/budgetState';
import type { Guard } from '../../engine/guard';
import { type RenameTool, stateOf } from '../../engine/state';
import type { Detection } from '../../engine/verdict';
import type { AgentState } from '../files/stateFormat';
import type { PermissionSteps } from '../hooks/permissionSteps';

/** What is known of one agent. What is changed is kept. */
export interface AgentMemory {
  readonly guard: Guard;
  /** Of the agent in the guard. */
  readonly conversationId: string;
  readonly permissions: PermissionSteps;
  /** How many of its calls were refused in a row since it was stopped. */
  refusals: number;
  /** How often its calls were let go, for nothing had ended it. */
  letGoes: number;
  /** What the session has used of its budget, all its agents together. */
  readonly budget: BudgetMeter;
  /** The stops of sub-agents that the main agent was not told of yet. They count as told; none for a sub-agent. */
  readonly untoldStops: () => readonly Detection[];
  /** Whether the main agent was told that this one was stopped. */
  readonly isStopTold: boolean;
  /** Ids of calls that the guard has let run just now, each counted once. */
  readonly recorded: ReadonlySet<string>;
}

/** How it is kept; undefined where there is nothing to keep. */
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

/** Nothing is stored where no call was counted: most people set no budget. */
export function budgetIn({ state }: BudgetMeter): BudgetState | undefined {
  return state.conversation.calls === 0 ? undefined : state;
}
