import type { Moment } from '../../src/engine/facts/call';
import type { DetectorId } from '../../src/engine/rules/registry';
import type { GuardPorts } from '../../src/engine/ports';
import type { RawSettings } from '../../src/core/settings/parse';
import type { Verdict } from '../../src/engine/decision/verdict';
import type { Played } from './player';

export type Step =
  | CallStep
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'userMessage'; readonly by?: 'program' }
  /** Something that happens to the agent and is checked like a call. */
  | { readonly kind: 'moment'; readonly moment: Moment };

export interface CallStep {
  readonly kind: 'call';
  readonly tool: string;
  readonly arguments: unknown;
  /** Undefined: the outcome is unknown. */
  readonly result?: string | undefined;
  readonly isError?: boolean;
  /** Undefined: it isn't known when the answer came. */
  readonly tookMs?: number | undefined;
  /** Equal for the calls of one answer; undefined: a separate answer. */
  readonly round?: string;
  readonly conversation?: string;
}

export type Answer = Verdict['action'] | 'hint';

/** The number of the first call, from 1, with each action; missing actions never come. */
export type FirstOf = { readonly [Name in Exclude<Answer, 'allow' | 'stopped'>]?: number };

export interface Trajectory {
  readonly name?: string;
  readonly settings?: RawSettings['user'];
  readonly ports?: Partial<GuardPorts>;
  readonly steps: readonly Step[];
  /** The verdict on each call, in order, or where each kind of verdict comes first. */
  readonly expected: readonly Answer[] | FirstOf;
  readonly detectors?: readonly DetectorId[];
  readonly faults?: number;
  readonly also?: (played: Played) => void;
}

type Details = Omit<CallStep, 'kind' | 'tool' | 'arguments' | 'result'>;

/** Without a result, the outcome is unknown. */
export function call(tool: string, callArguments: unknown, result?: string, details: Details = {}): CallStep {
  return { kind: 'call', tool, arguments: callArguments, result, ...details };
}

export function failing(tool: string, callArguments: unknown, result: string, details: Details = {}): CallStep {
  return call(tool, callArguments, result, { ...details, isError: true });
}

/** Calls of one model turn. */
export function parallel(round: string, ...calls: readonly CallStep[]): CallStep[] {
  return calls.map((each) => ({ ...each, round }));
}

type Some<Made> = Made | readonly Made[];

/** The same steps n times, or the steps for 0, 1, … n-1. */
export function times<Made extends Step = Step>(
  n: number,
  ...steps: readonly (Some<Made> | ((index: number) => Some<Made>))[]
): Made[] {
  const stepsOf = (index: number): Made[] =>
    steps.flatMap((each): Some<Made> => (typeof each === 'function' ? each(index) : each));
  return Array.from({ length: n }, (_, index) => stepsOf(index)).flat();
}

export const wait = (seconds: number): Step => ({ kind: 'wait', seconds });

export const userMessage: Step = { kind: 'userMessage' };

export function allow(n: number): Answer[] {
  return Array<Answer>(n).fill('allow');
}

export function stopped(n: number): Answer[] {
  return Array<Answer>(n).fill('stopped');
}
