import * as vscode from 'vscode';

/**
 * Where a file is saved.
 * @param given what the command was given: an address, or nothing of use
 * @param options what is asked otherwise, with the name of the file that is proposed
 */
export async function saveTarget(
  given: unknown,
  { file, ...options }: vscode.SaveDialogOptions & { readonly file: string },
): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const proposed = folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, file) };
  return given instanceof vscode.Uri ? given : vscode.window.showSaveDialog({ ...options, ...proposed });
}
