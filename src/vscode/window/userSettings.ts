import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import {
  isPossible,
  type MadeChange,
  madeChanges,
  type SettingsChange,
  valueAt,
  withChanges,
} from '../../core/feedback/settingsChange';
import { parseConfiguration } from '../../core/settings/parse';
import { SECTION } from '../../core/settings/section';
import { literalPattern } from '../../core/settings/patterns';
import { settingsSchema } from '../../core/settings/settingsSchema';
import { editSettingsText } from '../../node/files/settingsText';
import { readRawSettings } from './configuration';
import { tellIfSettingFixed } from './fixedSettings';
import { closeText, openTexts } from './tabs';
import { translate } from './translate';

const OPEN_SETTINGS = 'workbench.action.openSettingsJson';

/** VS Code reads a saved settings.json a moment later. */
const HOLD_LIMIT_MS = 1_500;

/**
 * Changes single values in the user's settings; the only one that writes them. `WorkspaceConfiguration.update` writes a
 * setting whole and loses the comments inside it, so where there may be comments the text of settings.json is edited.
 * Only VS Code knows where the file of the current profile lies, so it is opened in an editor for that.
 */
export class UserSettings {
  /** The settings of ours, as they are written now. */
  get values(): Readonly<Record<string, unknown>> {
    return readRawSettings().user ?? {};
  }

  /** Opens settings.json in an editor. */
  async show(): Promise<vscode.TextDocument | undefined> {
    await vscode.commands.executeCommand(OPEN_SETTINGS);
    const document = vscode.window.activeTextEditor?.document;
    return document !== undefined && isSettingsFile(document.uri) ? document : undefined;
  }

  /**
   * Makes the changes and nothing else, and waits until they hold.
   * @returns false when settings.json has changes that are not saved, which are not ours to save, or when the
   * machine-wide settings decide; the person is told
   */
  async apply(changes: readonly SettingsChange[]): Promise<boolean> {
    const configuration = parseConfiguration({ machine: readRawSettings().machine });
    if (changes.some(({ path: [name] }) => tellIfSettingFixed(configuration, name))) {
      return false;
    }
    const { values } = this;
    const isInText = changes.some((change) => mayHoldComments(values, change)) || isSettingsFileOpen();
    if (!(isInText ? await this.#edit(changes) : await update(values, changes))) {
      void vscode.window.showInformationMessage(
        translate('Your settings.json has changes that are not saved. Save them and try again.'),
      );
      return false;
    }
    await this.#held(changes);
    return true;
  }

  /**
   * Has a tool never judged again, and no other, however it is named; what else is set for it stays.
   * @returns as {@link apply}
   */
  async exempt(tool: string): Promise<boolean> {
    return (await this.exclude(tool)) !== undefined;
  }

  /**
   * Does what {@link exempt} does.
   * @returns what takes it back; undefined when settings.json has changes that are not saved
   */
  async exclude(tool: string): Promise<readonly MadeChange[] | undefined> {
    const { values } = this;
    const changes = [possible(values, { path: ['toolOverrides', literalPattern(tool), 'exempt'], value: true })];
    return (await this.apply(changes)) ? madeChanges(values, changes) : undefined;
  }

  /** Opens settings.json unless it is open, and leaves as many tabs open as there were. */
  async #edit(changes: readonly SettingsChange[]): Promise<boolean> {
    const before = openTexts();
    const document = await this.show();
    if (document?.isDirty === true) {
      return false;
    }
    if (document === undefined || !(await edit(document, changes))) {
      await update(this.values, changes);
    }
    if (document !== undefined && !before.has(document.uri.toString())) {
      await closeText(document.uri);
    }
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

  /** Resolves to whether the changes hold within the limit. */
  #hold(changes: readonly SettingsChange[]): Promise<boolean> {
    const holds = (): boolean =>
      changes.every(({ path, value }) => isDeepStrictEqual(valueAt(this.values, path), value));
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        listening.dispose();
        resolve(holds());
      };
      const timer = setTimeout(end, HOLD_LIMIT_MS);
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

/** @returns true, as there is nothing that keeps VS Code from it */
async function update(values: Readonly<Record<string, unknown>>, changes: readonly SettingsChange[]): Promise<true> {
  const changed = withChanges(values, changes);
  for (const setting of new Set(changes.map(({ path }) => path[0]))) {
    await vscode.workspace
      .getConfiguration(SECTION)
      .update(setting, changed[setting], vscode.ConfigurationTarget.Global);
  }
  return true;
}

/** Whether a change is made inside a value that is written already. */
function mayHoldComments(values: Readonly<Record<string, unknown>>, { path }: SettingsChange): boolean {
  return path.length > 1 && valueAt(values, [path[0]]) !== undefined;
}

/** A change that can be made: what is no object but would have to be one gives way. */
function possible(values: Readonly<Record<string, unknown>>, change: SettingsChange): SettingsChange {
  if (isPossible(values, change)) {
    return change;
  }
  const [setting, ...keys] = change.path;
  const value = { [keys.at(-1) as string]: change.value };
  return possible(values, { path: [setting, ...keys.slice(0, -1)], value });
}

function isSettingsFile({ path }: vscode.Uri): boolean {
  return path.endsWith('/settings.json');
}

/** Then it may have changes that are not saved, which `update` does not bear. */
function isSettingsFileOpen(): boolean {
  return [...openTexts()].some((address) => address.endsWith('/settings.json'));
}
