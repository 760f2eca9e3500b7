import type { Translate } from '../words/language';
import { FURTHER, type Savings } from './savings';

/** What one detection saved, as a sentence. */
export function savedText(saved: Savings | undefined, translate: Translate): string {
  if (saved?.tokens !== undefined) {
    return translate(
      'At least {tokens} tokens saved: {requests} model requests of the size that the agent recorded last. Also ' +
        'about {calls} tool calls.',
      { tokens: saved.tokens, requests: saved.requests, calls: saved.calls },
    );
  }
  return saved === undefined
    ? translate('Nothing is counted as saved.')
    : translate('Estimated savings: {calls} calls and {requests} model requests.', {
        calls: saved.calls,
        requests: saved.requests,
      });
}

/** How the savings are estimated, as a text for the metrics report. */
export function savingsMethod(translate: Translate): string {
  return translate(
    'Savings are estimates on the low side. Each stop, and each blocked call after which the model ' +
      'did something else, counts as {calls} calls and {requests} model requests. That is how long 72 ' +
      'labeled loops in recorded sessions continued (median, rounded down). In Copilot and Claude ' +
      'sessions, tokens are these requests times the size of the last one, as the agent itself ' +
      'recorded it. A stop that you mark as not a loop saves nothing.',
    FURTHER,
  );
}
