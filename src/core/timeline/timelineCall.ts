import type { Why } from '../../engine/decision/why';
import type { FeedbackVerdict } from '../events/events';
import type { Moment, ArgumentFacts, RecordedOutcome } from '../../engine/facts/call';
import type { WindowEntry } from '../../engine/ledger/entry';
import type { Detection } from '../../engine/decision/verdict';

/**
 * One call as the timeline remembers it. Arguments and results may hold secrets: mask before they are shown or leave
 * the process.
 */
export interface TimelineCall {
  /** Place in the conversation, from 1, blocked calls counted too. */
  readonly number: number;
  /**
   * Running number that findings name the call by; undefined for a call refused because the run was stopped already.
   */
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
  /** Which message of the person it followed, from 0 for calls before the first one seen. */
  readonly turn: number;
  /** Which count it belongs to: each message of the person, and each fresh count they ask for, begins another. */
  readonly countNumber: number;
  /** Set for what is no call: the agent was made to go on, or its conversation was compacted. */
  readonly moment: Moment | undefined;
  readonly atMs: number;
  readonly ran: boolean;
  readonly isRefused: boolean;
  /** As the surface gave them, or {@link FORGOTTEN} when they were too large or too old to keep. */
  arguments: unknown;
  /** What the rules read from the arguments; only set when those are no longer kept. */
  facts: ArgumentFacts | undefined;
  outcome: RecordedOutcome | undefined;
  /** When the outcome came; undefined until it is known, and when nobody knows. */
  doneMs: number | undefined;
  /** First characters of the result; undefined until it is known, or when it is no longer kept. */
  resultText: string | undefined;
  detection: Detection | undefined;
  why: Why | undefined;
  nudged: boolean;
  /** The model did something else after it was told to reconsider this call. */
  mitigated: boolean;
  feedback: FeedbackVerdict | undefined;
}

/** The surface of calls that only the transcript of a chat tells of: VS Code refused them, and asked no hook. */
export const REFUSED_SURFACE = 'transcript';

/** Takes the place of arguments that are no longer kept. */
export const FORGOTTEN: unique symbol = Symbol('forgotten');

/** What the guard says of a call when it is checked. */
export type CallPlace = Pick<TimelineCall, 'index' | 'tool' | 'signature' | 'round' | 'atMs' | 'moment'>;

export function noPlace(tool: string, atMs: number): CallPlace {
  return { tool, atMs, index: undefined, signature: undefined, round: undefined, moment: undefined };
}

export function placeOf(entry: WindowEntry): CallPlace {
  const { index, tool, signature, round, atMs, moment } = entry;
  return { index, tool, signature, round, atMs, moment };
}

/** Names a call of the timeline: what commands, tree items and buttons hand around. */
export interface CallAddress {
  readonly conversationId: string;
  readonly number: number;
}

/** The address in a command's argument, which any extension may choose freely. Undefined when there is none. */
export function parseCallAddress(value: unknown): CallAddress | undefined {
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  const { conversationId, number } = value as Record<string, unknown>;
  return typeof conversationId === 'string' && Number.isSafeInteger(number)
    ? { conversationId, number: number as number }
    : undefined;
}
