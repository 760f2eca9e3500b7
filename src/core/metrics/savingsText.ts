import type { Translate } from '../words/language';
import { CHARACTERS_PER_TOKEN, FURTHER, MOST_TOKENS_PER_REQUEST, type Savings } from './savings';

/** What one detection saved, as a sentence. */
export function savedText(saved: Savings | undefined, translate: Translate): string {
  if (saved?.isMeasured === true) {
    return translate(
      'At least {tokens} tokens saved: {requests} model requests of the size that the agent recorded last. Also ' +
        'about {calls} tool calls.',
      { tokens: saved.tokens, requests: saved.requests, calls: saved.calls },
    );
  }
  return saved === undefined
    ? translate('Nothing is counted as saved.')
    : translate('Estimated savings: {calls} calls, {requests} model requests, and {tokens} tokens.', {
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
