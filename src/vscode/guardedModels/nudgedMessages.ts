import * as vscode from 'vscode';
import { NudgedResults } from '../../core/models/hiddenExchanges';
import { nudgeText } from '../../core/words/modelTexts';
import type { Detection } from '../../engine/decision/verdict';
import type { Message } from './messages';

/** Puts the hints that a guarded model reads next to results into its requests. */
export class NudgedMessages {
  readonly #results = new NudgedResults();

  /** Records that the model is to read a hint next to the latest result of a call id among the messages. */
  add(conversationId: string, callId: string, messages: readonly Message[], nudge: Detection): void {
    this.#results.remember(conversationId, callId, occurrencesOf(callId, messages), nudgeText(nudge));
  }

  /** The messages as the model is to read them. */
  insertInto(conversationId: string, messages: readonly Message[]): Message[] {
    return withTextsBeside(messages, (callId, occurrence) => this.#results.textFor(conversationId, callId, occurrence));
  }
}

/** How many results of a call id the messages hold. */
function occurrencesOf(callId: string, messages: readonly Message[]): number {
  const results = messages.flatMap(({ content }) =>
    content.filter((part) => part instanceof vscode.LanguageModelToolResultPart && part.callId === callId),
  );
  return results.length;
}

/**
 * The messages, with a text added to some results.
 * @param textFor gets the id of a call and how many results of that id there have been, this one included
 */
function withTextsBeside(
  messages: readonly Message[],
  textFor: (callId: string, occurrence: number) => string | undefined,
): Message[] {
  const seen = new Map<string, number>();
  return messages.map((message) => {
    let isChanged = false;
    const content = message.content.map((part) => {
      if (!(part instanceof vscode.LanguageModelToolResultPart)) {
        return part;
      }
      const occurrence = (seen.get(part.callId) ?? 0) + 1;
      seen.set(part.callId, occurrence);
      const text = textFor(part.callId, occurrence);
      isChanged ||= text !== undefined;
      return text === undefined
        ? part
        : new vscode.LanguageModelToolResultPart(part.callId, [
            ...part.content,
            // Vendors join the parts of a result as they are.
            new vscode.LanguageModelTextPart(`\n\n${text}`),
          ]);
    });
    return isChanged ? { ...message, content } : message;
  });
}
