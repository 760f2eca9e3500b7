import * as vscode from 'vscode';

/** Editors based on VS Code may lack parts of its API that the typings promise. */
type Partially<T> = { readonly [K in keyof T]?: T[K] } | undefined;

export function hasModelProviders(): boolean {
  return typeof (vscode.lm as Partially<typeof vscode.lm>)?.registerLanguageModelChatProvider === 'function';
}

export function hasParticipants(): boolean {
  return typeof (vscode.chat as Partially<typeof vscode.chat>)?.createChatParticipant === 'function';
}
