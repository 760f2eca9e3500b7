import type { Action } from '../../engine/rules/settings';
import type { TimelineCall } from '../timeline/timelineCall';
import { maskText } from '../words/secrets/mask';
import { clip, oneLine } from '../words/quoting';
import type { Translate } from '../words/language';

export type ResultRelation = 'first' | 'equal' | 'numbers' | 'changed' | 'unknown' | 'refused';

export interface ExplainedCall {
  readonly kind: 'call';
  readonly number: number;
  readonly tool: string;
  /** Calls with the same letter are identical. */
  readonly letter: string;
  readonly letterIndex: number;
  readonly ran: boolean;
  readonly isJudged: boolean;
  /** In the cycle, from 1; undefined without a cycle. */
  readonly position: number | undefined;
  readonly pass: number | undefined;
  readonly relation: ResultRelation;
  readonly failed: boolean;
  /** First characters, masked and on one line. */
  readonly resultText: string | undefined;
}

interface OtherCalls {
  readonly kind: 'between' | 'forgotten' | 'leftOut';
  readonly count: number;
  /** Different ones, at most a few. */
  readonly tools: readonly string[];
}

export type Step = ExplainedCall | OtherCalls;

export interface Letter {
  readonly letter: string;
  readonly tool: string;
  /** Masked, on one line, and clipped; undefined if no longer kept. */
  readonly argumentsText: string | undefined;
  readonly calls: readonly number[];
}

const RESULT_CHARACTERS = 200;
const TOOL_CHARACTERS = 100;

export function shortened(steps: readonly Step[], first: number, last: number): readonly Step[] {
  if (steps.length <= first + last + 1) {
    return steps;
  }
  const leftOut = steps.slice(first, -last).filter(({ kind }) => kind === 'call').length;
  return [...steps.slice(0, first), { kind: 'leftOut', count: leftOut, tools: [] }, ...steps.slice(-last)];
}

export function toolText(tool: string): string {
  return clip(oneLine(tool), TOOL_CHARACTERS);
}

export function resultTextOf({ resultText }: TimelineCall, characters = RESULT_CHARACTERS): string | undefined {
  return resultText === undefined ? undefined : clip(oneLine(maskText(resultText)), characters);
}

/** A, B, … Z, AA, AB, … */
export function letterAt(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterAt(Math.floor(index / 26) - 1) + last;
}

export function resultWords(
  { relation, failed }: Pick<ExplainedCall, 'relation' | 'failed'>,
  translate: Translate,
): string {
  const words: Record<ResultRelation, string> = {
    refused: translate('blocked'),
    unknown: translate('no result yet'),
    first: failed ? translate('an error') : translate('first result'),
    equal: failed ? translate('the same error') : translate('the same result'),
    numbers: failed ? translate('the same error with other numbers') : translate('the same result with other numbers'),
    changed: failed ? translate('another error') : translate('another result'),
  };
  return words[relation];
}

export function otherCallsText({ kind, count, tools }: OtherCalls, translate: Translate): string {
  switch (kind) {
    case 'between':
      return count === 1
        ? translate('1 other call in between: {tools}', { tools: tools.join(', ') })
        : translate('{count} other calls in between: {tools}', {
            count,
            tools: `${tools.join(', ')}${count > tools.length ? ' …' : ''}`,
          });
    case 'forgotten':
      return count === 1
        ? translate('1 earlier call no longer available')
        : translate('{count} earlier calls no longer available', { count });
    case 'leftOut':
      return count === 1
        ? translate('1 more call of the loop')
        : translate('{count} more calls of the loop', { count });
  }
}

export function placeText(
  { position, pass }: Pick<ExplainedCall, 'position' | 'pass'>,
  period: number,
  translate: Translate,
): string | undefined {
  if (position === undefined) {
    return undefined;
  }
  return pass === undefined
    ? translate('step {position} of {period}', { position, period })
    : translate('step {position} of {period}, round {pass}', { position, period, pass });
}

export function loopState({ detection, mitigated, feedback }: TimelineCall, translate: Translate): string {
  const states: Record<Action, string> = {
    continue: translate('noted'),
    warn: translate('warned'),
    nudge: mitigated ? translate('warned, agent changed course') : translate('warned'),
    ask: translate('asked'),
    chance: mitigated ? translate('blocked, agent changed course') : translate('blocked'),
    break: translate('stopped'),
  };
  return feedback === 'fine' ? translate('marked as not a loop') : states[detection?.action ?? 'continue'];
}
