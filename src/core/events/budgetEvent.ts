/** What a budget counts. */
export type BudgetMeasure = 'calls' | 'minutes' | 'subAgents' | 'tokens';

/** Since when it counts: the latest message of the person, or the beginning of the conversation. */
export type BudgetScope = 'message' | 'conversation';

/** A limit that a call would go beyond. It says nothing of a loop. */
export interface BudgetReached {
  readonly measure: BudgetMeasure;
  readonly scope: BudgetScope;
  /** The limit as it holds now, with what the person has added to it. */
  readonly limit: number;
}

/** What was done about a budget that was reached, by the guard or by the person. */
export interface BudgetEvent {
  readonly kind: 'budget';
  readonly conversationId: string;
  /** The call at which it was reached; undefined where the person decides later. */
  readonly callId: string | undefined;
  /** Undefined where the person decides before anything was reached. */
  readonly reached: BudgetReached | undefined;
  readonly done: 'asked' | 'warned' | 'stopped' | 'doubled' | 'ignored';
}
