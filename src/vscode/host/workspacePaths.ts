import * as vscode from 'vscode';

/** The paths of the folders that are open in this window. */
export function workspacePaths(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
}
