/** What was spared by one blocked call, estimated. */
export interface Savings {
  readonly calls: number;
  readonly requests: number;
  readonly tokens: number;
  /** The size of the requests is not estimated but was written down by the agent's harness. */
  readonly isMeasured: boolean;
}

/**
 * How a loop continues when it is not stopped, the blocked call included: over the 72 labeled loops of recorded
 * sessions that the defaults would have ended, median 3.5 calls and 2.5 further model requests, mean 4.8 and 3.7
 * (`npm run eval -- --savings`).
 * Rounded down; many of the recordings end at a limit of their own, so that loops without one go on longer.
 */
export const FURTHER = { calls: 3, requests: 2 } as const;

/** Rule of thumb for English text and code. */
export const CHARACTERS_PER_TOKEN = 4;

/**
 * Agents shorten conversations that come near the size of a usual context window, so no request is taken for larger
 * than this.
 */
export const MOST_TOKENS_PER_REQUEST = 100_000;

/**
 * What a stop, or a chance that the model took, has spared.
 * @param characters how long the arguments and results of the conversation are that were seen so far; each request
 * carries them again
 */
export function estimateSavings(characters: number): Savings {
  const tokensPerRequest = Math.min(Math.floor(characters / CHARACTERS_PER_TOKEN), MOST_TOKENS_PER_REQUEST);
  return { ...FURTHER, tokens: FURTHER.requests * tokensPerRequest, isMeasured: false };
}

/**
 * The same savings with the true size of a request.
 * @param tokensPerRequest what the model read with the last request before the stop
 */
export function measuredSavings(saved: Savings, tokensPerRequest: number): Savings {
  return { ...saved, tokens: saved.requests * tokensPerRequest, isMeasured: true };
}
