import type { Why } from '../../engine/rules/finding';
import type { FeedbackVerdict } from '../events/events';
import type { Moment, ArgumentFacts, RecordedOutcome } from '../../engine/facts/call';
import type { Detection } from '../../engine/decision/verdict';

/** Arguments and results may hold secrets: mask them before they are shown or leave the process. */
export interface TimelineCall {
  /** From 1, including blocked calls. */
  readonly number: number;
  /** The running number used in findings; undefined for a call refused because the run was already stopped. */
  readonly index: number | undefined;
  readonly callId: string;
  readonly agent: string | undefined;
  /** Without its operation. */
  readonly name: string;
  /** With its operation, if the tool has one: `plan:create`. */
  readonly tool: string;
  /** Undefined if the guard no longer checked the call. */
  readonly signature: string | undefined;
  /** Running number of the model turn; undefined as for {@link index}. */
  readonly round: number | undefined;
  /** The user's message that it followed; 0: before the first one seen. */
  readonly turn: number;
  /** Each message of the user and each reset of the counters begins another count. */
  readonly countNumber: number;
  /** Set for what isn't a call: the agent was told to continue, or its conversation was compacted. */
  readonly moment: Moment | undefined;
  readonly atMs: number;
  readonly ran: boolean;
  readonly isRefused: boolean;
  /** As the surface gave them, or {@link FORGOTTEN} if they were too large or too old to keep. */
  arguments: unknown;
  /** Only set once the arguments are no longer kept. */
  facts: ArgumentFacts | undefined;
  outcome: RecordedOutcome | undefined;
  doneMs: number | undefined;
  /** First characters; undefined also once it is no longer kept. */
  resultText: string | undefined;
  detection: Detection | undefined;
  why: Why | undefined;
  nudged: boolean;
  /** The model did something else after it was told to reconsider this call. */
  mitigated: boolean;
  feedback: FeedbackVerdict | undefined;
}

/** For calls that only a chat's transcript has: VS Code refused them and asked no hook. */
export const REFUSED_SURFACE = 'transcript';

/** Replaces arguments that are no longer kept. */
export const FORGOTTEN: unique symbol = Symbol('forgotten');

export interface CallAddress {
  readonly conversationId: string;
  readonly number: number;
}
