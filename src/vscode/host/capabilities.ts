import * as vscode from 'vscode';
import { missingCapabilitiesText } from '../../core/status/capabilities';
import { inEnglish, type Translate } from '../../core/words/language';

/** Editors based on VS Code may lack parts of its API that the typings promise. */
type Partially<T> = { readonly [K in keyof T]?: T[K] } | undefined;

/** Whether this VS Code lets extensions offer language models. */
export function hasModelProviders(): boolean {
  return typeof (vscode.lm as Partially<typeof vscode.lm>)?.registerLanguageModelChatProvider === 'function';
}

/** Whether this VS Code lets extensions take part in the chat. */
export function hasParticipants(): boolean {
  return typeof (vscode.chat as Partially<typeof vscode.chat>)?.createChatParticipant === 'function';
}

/** The capabilities that are missing here, in one line for the person; undefined when none is. */
export function missingCapabilities(translate: Translate): string | undefined {
  return missingCapabilitiesText(
    { version: vscode.version, hasModelProviders: hasModelProviders(), hasParticipants: hasParticipants() },
    translate,
  );
}

/** Writes one warning when a capability is missing. */
export function reportMissingCapabilities(channel: vscode.LogOutputChannel): void {
  const text = missingCapabilities(inEnglish);
  if (text !== undefined) {
    channel.warn(text);
  }
}
