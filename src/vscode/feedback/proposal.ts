import * as vscode from 'vscode';
import type { SettingsChange } from '../../core/feedback/settingsChange';
import { editSettingsText } from '../../node/files/settingsText';
import { closeTabs, closeText, openTexts } from '../host/tabs';
import { translate } from '../host/translate';
import type { UserSettings } from '../settings/userSettings';

const SCHEME = 'tool-loop-guard-proposal';

/** Shows changes of the user's settings before they are made, as a difference, to those who ask for it. */
export class Previews implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: ({ query }) => this.#texts.get(query),
  });
  #count = 0;

  constructor(private readonly settings: UserSettings) {}

  dispose(): void {
    this.#provider.dispose();
  }

  /** @param what the change in plain words; the title of the difference */
  async show(what: string, changes: readonly SettingsChange[]): Promise<void> {
    const text = (await this.settings.text()) ?? (await this.#textInEditor());
    const edited = text === undefined ? undefined : editSettingsText(text, changes);
    if (text === undefined || edited === undefined) {
      return;
    }
    await vscode.commands.executeCommand(
      'vscode.diff',
      this.#add(text),
      this.#add(edited),
      translate('{change} (settings.json, not applied yet)', { change: what }),
      { preview: true, preserveFocus: true },
    );
  }

  /** Closes all that was shown. */
  async close(): Promise<void> {
    if (this.#texts.size > 0) {
      this.#texts.clear();
      await closeTabs((input) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME);
    }
  }

  async #textInEditor(): Promise<string | undefined> {
    const before = openTexts();
    const document = await this.settings.show();
    const text = document?.getText();
    if (document !== undefined && !before.has(document.uri.toString())) {
      await closeText(document.uri);
    }
    return text;
  }

  #add(text: string): vscode.Uri {
    const query = String(++this.#count);
    this.#texts.set(query, text);
    return vscode.Uri.from({ scheme: SCHEME, path: '/settings.json', query });
  }
}
