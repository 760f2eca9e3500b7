import type { BudgetedCall, BudgetVerdict } from '../../core/budget/budgetMeter';
import type { BudgetReached } from '../../core/events/budgetEvent';
import type { Guard } from '../../engine/guard';
import type { Detection } from '../../engine/decision/verdict';
import type { PermissionSteps } from './permissionSteps';

/** What is known of one agent while its hook is answered. Changes are remembered. */
export interface AgentMemory {
  readonly guard: Guard;
  /** Of the agent in the guard. */
  readonly conversationId: string;
  /** Which agent of that conversation it is; undefined for the main agent, and where the guard knows no other. */
  readonly agent: string | undefined;
  readonly permissions: PermissionSteps;
  /** How many of its calls were blocked in a row since it was stopped. */
  refusals: number;
  /** How often its calls could run again because nothing had ended it. */
  letGoes: number;
  /**
   * Says whether a call that the guard has let run goes beyond the budget, and counts it.
   * @param canAsk whether its agent can ask the user about it
   */
  readonly checkBudget: (
    call: BudgetedCall & { readonly tool: string },
    canAsk: boolean,
    nowMs: number,
  ) => BudgetVerdict | undefined;
  /** The limit of the budget at which the run was ended; undefined if it wasn't. */
  readonly budgetStop: () => BudgetReached | undefined;
  /** The stops of subagents that the main agent was not told of yet. They count as told; none for a subagent. */
  readonly untoldStops: () => readonly Detection[];
}
