import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import {
  isPossible,
  type MadeChange,
  madeChanges,
  type SettingsChange,
  valueAt,
} from '../../core/feedback/settingsChange';
import { SECTION, TOP_NAMES } from '../../core/settings/table';
import { literalPattern } from '../../core/settings/patterns';
import { BoundedMap } from '../../engine/values/boundedMap';
import { editSettingsText, haveSameSettings, ownSettingsIn } from '../../node/files/settingsText';
import { readRawSettings } from './configuration';
import { tellIfAnyFixed } from './fixedSettings';
import { edit, isSettingsFile, isSettingsFileOpen, update } from './settingsEdit';
import { closeText, openTexts } from '../host/tabs';
import { DEMONSTRATION_TOOL } from '../host/ids';
import { happensWithin } from '../host/happensWithin';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';

const OPEN_SETTINGS = 'workbench.action.openSettingsJson';
const REMEMBERED_TEXTS = 20;

/** VS Code reads a saved settings.json a moment later. */
const HOLD_LIMIT_MS = 1_500;

/**
 * Changes single values in the user's settings; the only one that writes them. `WorkspaceConfiguration.update` writes a
 * setting whole and loses the comments inside it, so where there may be comments the text of settings.json is edited.
 * Only VS Code knows where the file of the current profile lies, so it is opened in an editor for that.
 */
export class UserSettings {
  /** The text that each text we wrote took the place of: who takes a change back gets every byte of it back. */
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

  /** The settings of ours, as they are written now. */
  get values(): Readonly<Record<string, unknown>> {
    return readRawSettings().user ?? {};
  }

  /** Opens settings.json in an editor. */
  async #show(): Promise<vscode.TextDocument | undefined> {
    await vscode.commands.executeCommand(OPEN_SETTINGS);
    const document = vscode.window.activeTextEditor?.document;
    return document !== undefined && isSettingsFile(document.uri) ? document : undefined;
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
    if (!(isInText ? await this.#edit(changes) : await update(values, changes))) {
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
    const changes = [possible(values, { path: ['tools', literalPattern(tool), 'exempt'], value: true })];
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
    const document = await this.#show();
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
      const unset = TOP_NAMES.find((name) => valueAt(this.values, [name]) === undefined);
      if (unset !== undefined) {
        await vscode.workspace.getConfiguration(SECTION).update(unset, undefined, vscode.ConfigurationTarget.Global);
      }
      await this.#hold(changes);
    }
  }

  /** Resolves to whether the changes hold within the limit. */
  async #hold(changes: readonly SettingsChange[]): Promise<boolean> {
    const holds = (): boolean =>
      changes.every(({ path, value }) => isDeepStrictEqual(valueAt(this.values, path), value));
    return holds() || happensWithin(HOLD_LIMIT_MS, vscode.workspace.onDidChangeConfiguration, holds);
  }
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
