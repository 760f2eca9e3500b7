import type { TimelineCall } from '../timeline/timelineCall';
import { maskText } from '../words/secrets/mask';
import { clip, oneLine } from '../words/quoting';

/** The result of a call, compared with another one. */
export type ResultRelation = 'first' | 'equal' | 'numbers' | 'changed' | 'unknown' | 'refused';

/** A call that belongs to the loop. */
export interface ExplainedCall {
  readonly kind: 'call';
  readonly number: number;
  readonly tool: string;
  /** Calls with an equal letter are identical. */
  readonly letter: string;
  /** Place of the letter among the letters, from 0. */
  readonly letterIndex: number;
  readonly ran: boolean;
  /** The call in which the loop was found. */
  readonly isJudged: boolean;
  /** Place in the cycle, from 1; undefined where there is no cycle. */
  readonly position: number | undefined;
  /** Which time round, from 1. */
  readonly pass: number | undefined;
  readonly relation: ResultRelation;
  readonly failed: boolean;
  /** First characters of the result, masked and on one line; undefined when it is not known or no longer kept. */
  readonly resultText: string | undefined;
}

/** Calls that are outside the loop, no longer remembered, or left out to keep a list short. */
export interface OtherCalls {
  readonly kind: 'between' | 'forgotten' | 'leftOut';
  readonly count: number;
  /** Different tools, at most a few of them. */
  readonly tools: readonly string[];
}

export type Step = ExplainedCall | OtherCalls;

/** What a letter stands for. */
export interface Letter {
  readonly letter: string;
  readonly tool: string;
  /** Masked, on one line and clipped; undefined when they are no longer kept. */
  readonly argumentsText: string | undefined;
  readonly calls: readonly number[];
}

const RESULT_CHARACTERS = 200;
const TOOL_CHARACTERS = 100;

/** The first and the last steps, with a note of how many calls of the loop are left out between them. */
export function shortened(steps: readonly Step[], first: number, last: number): readonly Step[] {
  if (steps.length <= first + last + 1) {
    return steps;
  }
  const leftOut = steps.slice(first, -last).filter(({ kind }) => kind === 'call').length;
  return [...steps.slice(0, first), { kind: 'leftOut', count: leftOut, tools: [] }, ...steps.slice(-last)];
}

/** A tool's name as it is shown: on one line and never long. */
export function toolText(tool: string): string {
  return clip(oneLine(tool), TOOL_CHARACTERS);
}

/** First characters of a call's result, masked and on one line; undefined when they are not known. */
export function resultTextOf({ resultText }: TimelineCall, characters = RESULT_CHARACTERS): string | undefined {
  return resultText === undefined ? undefined : clip(oneLine(maskText(resultText)), characters);
}

/** A, B, … Z, AA, AB, … */
export function letterAt(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterAt(Math.floor(index / 26) - 1) + last;
}
