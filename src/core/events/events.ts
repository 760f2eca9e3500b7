import type { GuardEvent } from '../../engine/ports';
import type { Detection } from '../../engine/decision/verdict';

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

export interface BudgetEvent {
  readonly kind: 'budget';
  readonly conversationId: string;
  /** The call at which it was reached; undefined where the person decides later. */
  readonly callId: string | undefined;
  /** Undefined where the person decides before anything was reached. */
  readonly reached: BudgetReached | undefined;
  readonly done: 'asked' | 'warned' | 'stopped' | 'doubled' | 'ignored';
}

/** What a person says of a call: nothing was wrong with it, or it was part of a loop. */
export type FeedbackVerdict = 'fine' | 'loop';

export interface OverrideEvent {
  readonly kind: 'override';
  readonly conversationId: string;
  readonly key: string;
  readonly value: string | number | boolean | readonly string[] | undefined;
}

export interface FeedbackEvent {
  readonly kind: 'feedback';
  readonly conversationId: string;
  readonly callId: string;
  /** Undefined for a call in which nothing was found. */
  readonly detection: Detection | undefined;
  readonly verdict: FeedbackVerdict;
}

/** Everything observers receive: what the guard reports, what the person does, and budgets. */
export type ObservedEvent = GuardEvent | OverrideEvent | FeedbackEvent | BudgetEvent;
