import type { BudgetedCall, BudgetVerdict } from '../../core/budget/budgetMeter';
import type { BudgetReached } from '../../core/events/budgetEvent';
import type { ModelName } from '../../engine/facts/call';
import type { Guard } from '../../engine/guard';
import type { Detection } from '../../engine/decision/verdict';
import type { HookCall } from '../wire/input';
import type { AwaitedOutcomes } from './awaitedOutcomes';
import type { CallIds } from './callIds';
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

/** Whose memory is wanted; the call, where it is about one. */
export type Whose = Partial<Pick<HookCall, 'tool' | 'arguments' | 'folder'>> & {
  readonly sessionId: string;
  /** The subagent; undefined for the main agent, and where all agents of a session are stopped together. */
  readonly agentId: string | undefined;
  /** Its model, which is remembered; undefined where nobody told. */
  readonly model: ModelName | undefined;
};

/** What is known of the agents of sessions: in this process, or in files. */
export interface HookMemory {
  readonly ids: CallIds;
  /** Where the process lives on: the guard that knows all agents, and the outcomes that are about to arrive. */
  readonly living?: { readonly guard: Guard; readonly outcomes: AwaitedOutcomes };
  /**
   * Does some work with what is known of one agent. Nobody else changes what is known of the session meanwhile.
   * @throws when it cannot be had or kept; then nothing has changed
   */
  use<Result>(whose: Whose, work: (memory: AgentMemory) => Result): Promise<Result>;
  /**
   * The person speaks to the main agent; subagents that were at work belong to an earlier turn.
   * @param prompt undefined where the person resets the counters
   * @throws as {@link use}
   */
  beginTurn(sessionId: string, nowMs: number, prompt?: string): Promise<void>;
  /**
   * The main agent has ended.
   * @throws as {@link use}
   */
  ended(sessionId: string, nowMs: number): Promise<void>;
}
