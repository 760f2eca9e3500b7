import type { GuardEvent } from '../../engine/ports';
import type { Detection } from '../../engine/decision/verdict';

export type BudgetMeasure = 'calls' | 'minutes' | 'subAgents' | 'tokens';

/** Counts since the user's latest message, or since the conversation began. */
export type BudgetScope = 'message' | 'conversation';

/** A limit that a call would exceed. It says nothing about loops. */
export interface BudgetReached {
  readonly measure: BudgetMeasure;
  readonly scope: BudgetScope;
  /** Including what the user has added to it. */
  readonly limit: number;
}

export interface BudgetEvent {
  readonly kind: 'budget';
  readonly conversationId: string;
  /** Undefined if the user decides later. */
  readonly callId: string | undefined;
  /** Undefined if the user decides before anything was reached. */
  readonly reached: BudgetReached | undefined;
  readonly done: 'asked' | 'warned' | 'stopped' | 'doubled' | 'ignored';
}

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

export type ObservedEvent = GuardEvent | OverrideEvent | FeedbackEvent | BudgetEvent;
