import type { BudgetReached } from '../events/budgetEvent';

/** What was used since a message, or since the conversation began. */
export interface BudgetUse {
  readonly calls: number;
  /** The subagents that made calls. */
  readonly agents: readonly string[];
  /** Time of work on earlier messages. */
  readonly workedMs: number;
}

/** What the requests of a session have taken, as far as its harness has written it down. */
export interface TokensSoFar {
  readonly tokens: number;
  /** How far its file was read, in bytes. */
  readonly readTo: number;
  /** The request that was told last, and its tokens: more may be told of it. */
  readonly request?: string | undefined;
  readonly ofRequest?: number | undefined;
}

/** A call about which the person was asked. */
interface BudgetQuestion {
  readonly callId: string;
  readonly agent?: string | undefined;
  readonly reached: BudgetReached;
  /** By what the limit had been multiplied when the question was put. */
  readonly factor: number;
}

/** What is kept of a conversation's budget. Plain JSON. */
export interface BudgetState {
  readonly message: BudgetUse;
  readonly conversation: BudgetUse;
  /** The first and the latest call since the message. */
  readonly firstMs?: number | undefined;
  readonly lastMs?: number | undefined;
  /** By what limits have been multiplied, by `scope measure`. */
  readonly factors: readonly (readonly [string, number])[];
  readonly isIgnored: boolean;
  readonly read?: TokensSoFar | undefined;
  /** The tokens at the latest message. */
  readonly tokensBefore?: number | undefined;
  readonly asked: readonly BudgetQuestion[];
  /** The run was ended at this limit. */
  readonly stopped?: BudgetReached | undefined;
}

/** How many subagents are told apart; more count as these. */
const MOST_AGENTS = 2000;

const NOTHING: BudgetUse = { calls: 0, agents: [], workedMs: 0 };

export const EMPTY_BUDGET: BudgetState = {
  message: NOTHING,
  conversation: NOTHING,
  factors: [],
  isIgnored: false,
  asked: [],
};

/** The use with one more call. */
export function withCall({ calls, agents, workedMs }: BudgetUse, agent: string | undefined): BudgetUse {
  const isKnown = agent === undefined || agents.includes(agent) || agents.length >= MOST_AGENTS;
  return { calls: calls + 1, agents: isKnown ? agents : [...agents, agent], workedMs };
}

/** How long the agent has worked since the message: from its first call to its latest. */
export function workedSinceMessage({ firstMs, lastMs }: BudgetState): number {
  return firstMs === undefined || lastMs === undefined ? 0 : Math.max(0, lastMs - firstMs);
}
