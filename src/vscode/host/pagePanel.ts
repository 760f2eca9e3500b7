import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { Throttle } from './throttle';

/** The page is refreshed no more often than this: a new page closes what was unfolded. */
const REFRESH_INTERVAL_MS = 5_000;

interface Page {
  readonly viewType: string;
  readonly title: string;
  /** In two colors: `media/<icon>-light.svg` and `-dark.svg`. VS Code's own is hard to see in light themes. */
  readonly icon: string;
  readonly commands: readonly string[];
  /** Reads the current state; what it returns makes the page for a nonce. */
  readonly pageNow: () => (nonce: string) => string;
}

export class PagePanel implements vscode.Disposable {
  readonly #throttle = new Throttle(REFRESH_INTERVAL_MS, () => this.#render());
  #panel: vscode.WebviewPanel | undefined;
  /** The page without its nonce: if this stays the same, the page is left alone and keeps its place. */
  #content = '';

  constructor(
    private readonly installation: vscode.Uri,
    private readonly page: Page,
  ) {}

  show(): void {
    if (this.#panel === undefined) {
      const { viewType, title, icon, commands } = this.page;
      this.#panel = vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active, {
        enableScripts: false,
        enableCommandUris: commands,
        localResourceRoots: [],
      });
      const file = (theme: string): vscode.Uri =>
        vscode.Uri.joinPath(this.installation, 'media', `${icon}-${theme}.svg`);
      this.#panel.iconPath = { light: file('light'), dark: file('dark') };
      this.#panel.onDidDispose(() => {
        this.#panel = undefined;
        this.#content = '';
      });
    } else {
      this.#panel.reveal();
    }
    this.#render();
  }

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
    const page = this.page.pageNow();
    const content = page('');
    if (content !== this.#content) {
      this.#content = content;
      this.#panel.webview.html = page(randomBytes(16).toString('hex'));
    }
  }
}
