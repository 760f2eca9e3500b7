import * as vscode from 'vscode';

/** The text of a file that is changed in an editor and not saved yet; undefined for all others. */
export function openText(path: string): string | undefined {
  return vscode.workspace.textDocuments.find(({ isDirty, uri }) => isDirty && uri.fsPath === path)?.getText();
}
