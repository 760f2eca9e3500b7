import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { CallIds } from '../../core/models/callIds';
import { afterLatestAnswer, type Message } from './messages';

/**
 * The conversation that a request belongs to. VS Code's agent names it. Requests of other callers are assigned by the
 * calls that they answer.
 */
export function conversationOf(
  options: vscode.ProvideLanguageModelChatResponseOptions,
  messages: readonly Message[],
  names: CallIds,
): string {
  const named = namedConversation(options);
  if (named !== undefined) {
    return named;
  }
  const { results } = afterLatestAnswer(messages);
  return names.conversationOf(results.map(({ callId }) => callId)) ?? randomUUID();
}

/** The conversation as VS Code's agent names it; undefined for other callers. */
export function namedConversation({
  modelOptions,
}: vscode.ProvideLanguageModelChatResponseOptions): string | undefined {
  const named: unknown = modelOptions?.['_conversationId'];
  return typeof named === 'string' && named !== '' ? named : undefined;
}
