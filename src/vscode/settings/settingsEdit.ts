import * as vscode from 'vscode';
import { type SettingsChange, withChanges } from '../../core/feedback/settingsChange';
import { SECTION } from '../../core/settings/table';
import { editSettingsText } from '../../node/files/settingsText';
import { openTexts } from '../host/tabs';

/**
 * Changes the text of settings.json in its editor, and saves it.
 * @returns false when the text could not be changed
 */
export async function edit(document: vscode.TextDocument, changes: readonly SettingsChange[]): Promise<boolean> {
  const text = document.getText();
  const edited = editSettingsText(text, changes);
  if (edited === undefined) {
    return false;
  }
  // Through its editor: some VS Codes know settings.json by two addresses, and an edit by address goes astray.
  const editor = vscode.window.activeTextEditor;
  if (
    editor?.document !== document ||
    !(await editor.edit((builder) =>
      builder.replace(new vscode.Range(document.positionAt(0), document.positionAt(text.length)), edited),
    ))
  ) {
    return false;
  }
  await vscode.commands.executeCommand('workbench.action.files.save');
  return !document.isDirty;
}

/**
 * Has VS Code write the settings, each whole.
 * @returns true, as there is nothing that keeps VS Code from it
 */
export async function update(
  values: Readonly<Record<string, unknown>>,
  changes: readonly SettingsChange[],
): Promise<true> {
  const changed = withChanges(values, changes);
  for (const setting of new Set(changes.map(({ path }) => path[0]))) {
    await vscode.workspace
      .getConfiguration(SECTION)
      .update(setting, changed[setting], vscode.ConfigurationTarget.Global);
  }
  return true;
}

/** Whether an address is that of a settings.json. */
export function isSettingsFile({ path }: vscode.Uri): boolean {
  return path.endsWith('/settings.json');
}

/** Whether a settings.json is open: then it may have changes that are not saved, which `update` doesn't tolerate. */
export function isSettingsFileOpen(): boolean {
  return [...openTexts()].some((address) => address.endsWith('/settings.json'));
}
