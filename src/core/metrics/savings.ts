/** What was spared by one blocked call. */
export interface Savings {
  readonly calls: number;
  readonly requests: number;
  /** Of the requests, by the size that the agent's harness wrote down; undefined where it wrote none. */
  readonly tokens?: number;
}

/**
 * How a loop continues when it is not stopped, the blocked call included: over the 72 labeled loops of recorded
 * sessions that the defaults would have ended, median 3.5 calls and 2.5 further model requests, mean 4.8 and 3.7
 * (`npm run eval -- --savings`).
 * Rounded down; many of the recordings end at a limit of their own, so that loops without one go on longer.
 */
export const FURTHER = { calls: 3, requests: 2 } as const;
