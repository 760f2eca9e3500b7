import type { BudgetReached } from '../events/events';

interface BudgetUse {
  readonly calls: number;
  readonly agents: readonly string[];
  readonly workedMs: number;
}

export interface TokensSoFar {
  readonly tokens: number;
  /** How far its file was read, in bytes. */
  readonly readTo: number;
  /** The latest request and its tokens: later lines may add to them. */
  readonly request?: string | undefined;
  readonly ofRequest?: number | undefined;
}

interface BudgetQuestion {
  readonly callId: string;
  readonly agent?: string | undefined;
  readonly reached: BudgetReached;
  /** Of the limit, when the question was asked. */
  readonly factor: number;
}

export interface BudgetState {
  readonly message: BudgetUse;
  readonly conversation: BudgetUse;
  readonly firstMs?: number | undefined;
  readonly lastMs?: number | undefined;
  /** Multipliers of limits, by `scope measure`. */
  readonly factors: readonly (readonly [string, number])[];
  readonly isIgnored: boolean;
  readonly read?: TokensSoFar | undefined;
  readonly tokensBefore?: number | undefined;
  readonly asked: readonly BudgetQuestion[];
  readonly stopped?: BudgetReached | undefined;
}

/** Further subagents are counted as one of these. */
const MOST_AGENTS = 2000;

const NOTHING: BudgetUse = { calls: 0, agents: [], workedMs: 0 };

export const EMPTY_BUDGET: BudgetState = {
  message: NOTHING,
  conversation: NOTHING,
  factors: [],
  isIgnored: false,
  asked: [],
};

export function withCall({ calls, agents, workedMs }: BudgetUse, agent: string | undefined): BudgetUse {
  const isKnown = agent === undefined || agents.includes(agent) || agents.length >= MOST_AGENTS;
  return { calls: calls + 1, agents: isKnown ? agents : [...agents, agent], workedMs };
}

export function workedSinceMessage({ firstMs, lastMs }: BudgetState): number {
  return firstMs === undefined || lastMs === undefined ? 0 : Math.max(0, lastMs - firstMs);
}
