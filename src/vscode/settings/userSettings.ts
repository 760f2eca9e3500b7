import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import {
  exclusion,
  type MadeChange,
  madeChanges,
  type SettingsChange,
  valueAt,
  withChanges,
} from '../../core/feedback/settingsChange';
import { SECTION, TOP_NAMES } from '../../core/settings/table';
import { BoundedMap } from '../../engine/values/boundedMap';
import { editSettingsText, haveSameSettings, ownSettingsIn } from '../../node/files/settingsText';
import { readRawSettings, tellIfAnyFixed } from './configuration';
import { closeText, openTexts } from '../host/textPage';
import { DEMONSTRATION_TOOL } from '../host/ids';
import { happensWithin } from '../host/happensWithin';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';

const REMEMBERED_TEXTS = 20;

/** VS Code reads a saved settings.json a moment later. */
const HOLD_LIMIT_MS = 1_500;

/**
 * Changes single values in the user's settings; the only one that writes them. `WorkspaceConfiguration.update` writes a
 * setting whole and loses the comments inside it, so where there may be comments the text of settings.json is edited.
 * Only VS Code knows where the file of the current profile lies, so it is opened in an editor for that.
 */
export class UserSettings {
  /** The text that each text we wrote replaced: undoing a change restores every byte of it. */
  readonly #earlier = new BoundedMap<string, string>(REMEMBERED_TEXTS);

  /** @param file where settings.json is expected; it is used only if it holds the settings that VS Code knows */
  constructor(private readonly file?: vscode.Uri) {}

  /** The text of settings.json, without an editor; undefined when only VS Code knows where it is. */
  async #text(): Promise<string | undefined> {
    if (this.file === undefined) {
      return undefined;
    }
    try {
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(this.file));
      return isDeepStrictEqual(ownSettingsIn(text) ?? {}, this.values) ? text : undefined;
    } catch {
      return undefined;
    }
  }

  get values(): Readonly<Record<string, unknown>> {
    return readRawSettings().user ?? {};
  }

  /**
   * Makes the changes and nothing else, and waits until they hold.
   * @returns false when settings.json is not saved, or when the machine-wide settings decide; the person is told
   */
  async apply(changes: readonly SettingsChange[]): Promise<boolean> {
    if (tellIfAnyFixed(changes.map(({ path: [name] }) => name))) {
      return false;
    }
    const { values } = this;
    if (await this.#write(changes)) {
      await this.#held(changes);
      return true;
    }
    const isInText = changes.some((change) => mayHoldComments(values, change)) || isSettingsFileOpen();
    if (!isInText) {
      await update(values, changes);
    } else if (!(await this.#edit(changes))) {
      void prompts.showInformationMessage(translate('Save your changes to settings.json, and then try again.'));
      return false;
    }
    await this.#held(changes);
    return true;
  }

  /**
   * Has a tool never checked again, and no other, however it is named; what else is set for it stays.
   * @returns what takes it back; undefined where {@link apply} returns false
   */
  async exclude(tool: string): Promise<readonly MadeChange[] | undefined> {
    if (tool === DEMONSTRATION_TOOL) {
      void prompts.showInformationMessage(translate('The tool of the demonstration can’t be excluded.'));
      return undefined;
    }
    const { values } = this;
    const changes = [exclusion(values, tool)];
    return (await this.apply(changes)) ? madeChanges(values, changes) : undefined;
  }

  /** Writes the file itself, so that no editor opens. @returns false when that cannot be done */
  async #write(changes: readonly SettingsChange[]): Promise<boolean> {
    const text = isSettingsFileOpen() ? undefined : await this.#text();
    const edited = text === undefined ? undefined : editSettingsText(text, changes);
    if (this.file === undefined || text === undefined || edited === undefined) {
      return false;
    }
    const earlier = this.#earlier.get(text);
    const written = earlier !== undefined && haveSameSettings(earlier, edited) ? earlier : edited;
    try {
      await vscode.workspace.fs.writeFile(this.file, new TextEncoder().encode(written));
    } catch {
      return false;
    }
    this.#earlier.set(written, text);
    return true;
  }

  /** Opens settings.json unless it is open, and leaves as many tabs open as there were. */
  async #edit(changes: readonly SettingsChange[]): Promise<boolean> {
    const before = openTexts();
    await vscode.commands.executeCommand('workbench.action.openSettingsJson');
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined || !isSettingsFile(document.uri)) {
      await update(this.values, changes);
      return true;
    }
    if (document.isDirty) {
      return false;
    }
    if (!(await edit(document, changes))) {
      await update(this.values, changes);
    }
    if (!before.has(document.uri.toString())) {
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
      const unset = TOP_NAMES.find((name) => valueAt(this.values, [name]) === undefined);
      if (unset !== undefined) {
        await vscode.workspace.getConfiguration(SECTION).update(unset, undefined, vscode.ConfigurationTarget.Global);
      }
      await this.#hold(changes);
    }
  }

  async #hold(changes: readonly SettingsChange[]): Promise<boolean> {
    const holds = (): boolean =>
      changes.every(({ path, value }) => isDeepStrictEqual(valueAt(this.values, path), value));
    return holds() || happensWithin(HOLD_LIMIT_MS, vscode.workspace.onDidChangeConfiguration, holds);
  }
}

/** Whether a change is made inside an object or list that is written already. */
function mayHoldComments(values: Readonly<Record<string, unknown>>, { path }: SettingsChange): boolean {
  return typeof valueAt(values, [path[0]]) === 'object';
}

/**
 * Changes the text of settings.json in its editor, and saves it.
 * @returns false when the text could not be changed
 */
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

/** Has VS Code write the settings, each whole. */
async function update(values: Readonly<Record<string, unknown>>, changes: readonly SettingsChange[]): Promise<void> {
  const changed = withChanges(values, changes);
  for (const setting of new Set(changes.map(({ path }) => path[0]))) {
    await vscode.workspace
      .getConfiguration(SECTION)
      .update(setting, changed[setting], vscode.ConfigurationTarget.Global);
  }
}

function isSettingsFile({ path }: vscode.Uri): boolean {
  return path.endsWith('/settings.json');
}

/** Whether a settings.json is open: then it may have changes that are not saved, which `update` doesn't tolerate. */
function isSettingsFileOpen(): boolean {
  return [...openTexts()].some((address) => address.endsWith('/settings.json'));
}
