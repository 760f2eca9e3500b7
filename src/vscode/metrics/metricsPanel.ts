import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { translate } from '../host/translate';
import { Throttle } from '../host/throttle';

/** The shown page follows the numbers, not more often than this: a new page closes what was unfolded. */
const REFRESH_INTERVAL_MS = 5_000;

/** The metrics in an editor, as a page without scripts. */
export class MetricsPanel implements vscode.Disposable {
  readonly #throttle = new Throttle(REFRESH_INTERVAL_MS, () => this.#render());
  #panel: vscode.WebviewPanel | undefined;
  /** What the page was made of, but for its nonce: as long as it stays, the page is left alone and keeps its place. */
  #content = '';

  /**
   * @param media the folder with the icon of the tab
   * @param commands that links of the page may run
   * @param pageNow reads the numbers as they are now, and makes the page of them for a nonce
   */
  constructor(
    private readonly media: vscode.Uri,
    private readonly commands: readonly string[],
    private readonly pageNow: () => (nonce: string) => string,
  ) {}

  /** Opens the page, or brings it to the front, with the newest numbers. */
  show(): void {
    if (this.#panel === undefined) {
      this.#panel = vscode.window.createWebviewPanel(
        'toolLoopGuard.metrics',
        translate('Tool Loop Guard: Metrics'),
        vscode.ViewColumn.Active,
        { enableScripts: false, enableCommandUris: this.commands, localResourceRoots: [] },
      );
      // Without an icon of ours, VS Code shows one that is hard to see in light themes.
      this.#panel.iconPath = {
        light: vscode.Uri.joinPath(this.media, 'graph-light.svg'),
        dark: vscode.Uri.joinPath(this.media, 'graph-dark.svg'),
      };
      this.#panel.onDidDispose(() => {
        this.#panel = undefined;
        this.#content = '';
      });
    } else {
      this.#panel.reveal();
    }
    this.#render();
  }

  /** The numbers may have changed. */
  refresh(): void {
    if (this.#panel !== undefined) {
      this.#throttle.request();
    }
  }

  dispose(): void {
    this.#throttle.dispose();
    this.#panel?.dispose();
  }

  #render(): void {
    if (this.#panel === undefined) {
      return;
    }
    const page = this.pageNow();
    const content = page('');
    if (content !== this.#content) {
      this.#content = content;
      this.#panel.webview.html = page(randomBytes(16).toString('hex'));
    }
  }
}
