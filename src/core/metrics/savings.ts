import type { Translate } from '../words/language';

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
const FURTHER = { calls: 3, requests: 2 } as const;

/** Rule of thumb for English text and code. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Agents shorten conversations that come near the size of a usual context window, so no request is taken for larger
 * than this.
 */
const MOST_TOKENS_PER_REQUEST = 100_000;

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

/** What one detection saved, as a sentence. */
export function savedText(saved: Savings | undefined, translate: Translate): string {
  return saved === undefined
    ? translate('Nothing is counted as saved.')
    : translate('Saved, estimated: {calls} calls, {requests} model requests and {tokens} tokens.', {
        calls: saved.calls,
        requests: saved.requests,
        tokens: saved.tokens,
      });
}

/** How the savings are estimated, as a text for the metrics report. */
export function savingsMethod(translate: Translate): string {
  return translate(
    'Savings are estimates on the low side. Each stop, and each blocked call after which the model ' +
      'did something else, counts as {calls} calls and {requests} model requests. That is how long 72 ' +
      'labeled loops in recorded sessions continued (median, rounded down). Tokens are these requests ' +
      'times the arguments and results seen in the chat so far, at {characters} characters per token ' +
      'and at most {most} tokens per request. Prompts, instructions, and answers aren’t counted. In ' +
      'Copilot and Claude sessions, the size of the last request is used instead, as the agent itself ' +
      'recorded it. A stop that you mark as not a loop saves nothing.',
    { ...FURTHER, characters: CHARACTERS_PER_TOKEN, most: MOST_TOKENS_PER_REQUEST },
  );
}
