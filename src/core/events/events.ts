import type { GuardEvent } from '../../engine/events';
import type { Detection } from '../../engine/decision/verdict';
import type { BudgetEvent } from './budgetEvent';

/** What a person says of a call: nothing was wrong with it, or it was part of a loop. */
export type FeedbackVerdict = 'fine' | 'loop';

/** A person set a value for one conversation, or took it back. */
export interface OverrideEvent {
  readonly kind: 'override';
  readonly conversationId: string;
  /** Name of the setting. */
  readonly key: string;
  /** Undefined: taken back. */
  readonly value: string | number | boolean | readonly string[] | undefined;
}

/** A person said whether a call was part of a loop. */
export interface FeedbackEvent {
  readonly kind: 'feedback';
  readonly conversationId: string;
  readonly callId: string;
  /** Undefined for a call in which nothing was found. */
  readonly detection: Detection | undefined;
  readonly verdict: FeedbackVerdict;
}

/** All that observers are told of: what the guard reports, what the person does, and budgets. */
export type ObservedEvent = GuardEvent | OverrideEvent | FeedbackEvent | BudgetEvent;
