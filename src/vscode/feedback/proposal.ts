import * as vscode from 'vscode';
import type { SettingsChange } from '../../core/feedback/settingsChange';
import { editSettingsText } from '../../node/files/settingsText';
import { closeTabs, closeText, openTexts } from '../window/tabs';
import { translate } from '../window/translate';
import type { UserSettings } from '../window/userSettings';

const SCHEME = 'tool-loop-guard-proposal';

/** Shows changes of the user's settings before they are made, as a difference, and asks whether to make them. */
export class Proposals implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: ({ query }) => this.#texts.get(query),
  });
  #count = 0;

  constructor(private readonly settings: UserSettings) {}

  dispose(): void {
    this.#provider.dispose();
  }

  /**
   * @param what the change in plain words; the title of the difference, and what is asked
   * @param accept makes the changes; settings.json is open until it has
   */
  async ask(what: string, changes: readonly SettingsChange[], accept: () => Promise<void>): Promise<void> {
    const before = openTexts();
    const document = await this.settings.show();
    const edited = document === undefined ? undefined : editSettingsText(document.getText(), changes);
    if (document === undefined || edited === undefined) {
      await this.#answer(what, accept);
      return;
    }
    // Both sides are copies: some VS Codes know settings.json by two addresses and fail when both are open.
    const [current, proposed] = [this.#add(document.getText()), this.#add(edited)];
    try {
      // Not in place of settings.json, which is to stay open until the changes are made.
      await vscode.commands.executeCommand(
        'vscode.diff',
        current,
        proposed,
        translate('{change} (settings.json, not applied yet)', { change: what }),
        { preview: false },
      );
      await this.#answer(what, accept);
    } finally {
      for (const { query } of [current, proposed]) {
        this.#texts.delete(query);
      }
      await closeTabs(
        (input) => input instanceof vscode.TabInputTextDiff && input.modified.toString() === proposed.toString(),
      );
      if (!before.has(document.uri.toString())) {
        await closeText(document.uri);
      }
    }
  }

  #add(text: string): vscode.Uri {
    const query = String(++this.#count);
    this.#texts.set(query, text);
    return vscode.Uri.from({ scheme: SCHEME, path: '/settings.json', query });
  }

  async #answer(what: string, accept: () => Promise<void>): Promise<void> {
    const apply = translate('Apply');
    if (
      (await vscode.window.showInformationMessage(
        translate('{change}: change your user settings like this?', { change: what }),
        apply,
        translate('Not now'),
      )) === apply
    ) {
      await accept();
    }
  }
}
