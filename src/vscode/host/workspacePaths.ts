import * as vscode from 'vscode';

export function workspacePaths(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
}

/** The folder of a window that has only one: relative paths start there. */
export function onlyWorkspacePath(): string | undefined {
  const [path, ...others] = workspacePaths();
  return others.length === 0 ? path : undefined;
}
