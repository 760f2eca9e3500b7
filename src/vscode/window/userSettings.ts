import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { type SettingsChange, valueAt, withChanges } from '../../core/feedback/settingsChange';
import { SECTION } from '../../core/settings/section';
import { settingsSchema } from '../../core/settings/settingsSchema';
import { editSettingsText } from '../../node/files/settingsText';
import { readRawSettings } from './configuration';

const OPEN_SETTINGS = 'workbench.action.openSettingsJson';

/** VS Code reads a saved settings.json a moment later. */
const PATIENCE_MILLISECONDS = 1_500;

/**
 * Changes single values in the user's settings. `WorkspaceConfiguration.update` writes a setting whole and loses the
 * comments inside it, so the text of settings.json is edited where it is at hand, and `update` is for where it is not.
 */
export class UserSettings {
  #shown: vscode.TextDocument | undefined;

  /** Ours, as they are written now. */
  get values(): Readonly<Record<string, unknown>> {
    return readRawSettings().user ?? {};
  }

  /** Opens settings.json in an editor: only VS Code knows where the one of the current profile lies. */
  async show(): Promise<vscode.TextDocument | undefined> {
    await vscode.commands.executeCommand(OPEN_SETTINGS);
    const document = vscode.window.activeTextEditor?.document;
    this.#shown = document?.uri.path.endsWith('/settings.json') === true ? document : undefined;
    return this.#shown;
  }

  /**
   * Makes the changes and nothing else, and waits until they hold.
   * @returns false when settings.json has changes that are not saved: they are not ours to save
   */
  async apply(changes: readonly SettingsChange[]): Promise<boolean> {
    // Without having been shown, nobody need see the file for a change that was not looked at.
    const document = this.#shown === undefined ? undefined : await this.show();
    if (document?.isDirty === true) {
      return false;
    }
    if (document === undefined || !(await edit(document, changes))) {
      await update(this.values, changes);
    }
    await this.#held(changes);
    return true;
  }

  /**
   * Where files are not watched, VS Code takes no note of a saved settings.json until it is asked to change something
   * in it.
   */
  async #held(changes: readonly SettingsChange[]): Promise<void> {
    if (!(await this.#hold(changes))) {
      const unset = Object.keys(settingsSchema.shape).find((name) => valueAt(this.values, [name]) === undefined);
      if (unset !== undefined) {
        await vscode.workspace.getConfiguration(SECTION).update(unset, undefined, vscode.ConfigurationTarget.Global);
      }
      await this.#hold(changes);
    }
  }

  /** Resolves to whether the changes hold before patience ends. */
  #hold(changes: readonly SettingsChange[]): Promise<boolean> {
    const holds = (): boolean =>
      changes.every(({ path, value }) => isDeepStrictEqual(valueAt(this.values, path), value));
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        listening.dispose();
        resolve(holds());
      };
      const timer = setTimeout(end, PATIENCE_MILLISECONDS);
      const listening = vscode.workspace.onDidChangeConfiguration(() => holds() && end());
      if (holds()) {
        end();
      }
    });
  }
}

/** @returns false when the text could not be changed */
async function edit(document: vscode.TextDocument, changes: readonly SettingsChange[]): Promise<boolean> {
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

async function update(values: Readonly<Record<string, unknown>>, changes: readonly SettingsChange[]): Promise<void> {
  const changed = withChanges(values, changes);
  for (const setting of new Set(changes.map(({ path }) => path[0]))) {
    await vscode.workspace
      .getConfiguration(SECTION)
      .update(setting, changed[setting], vscode.ConfigurationTarget.Global);
  }
}
