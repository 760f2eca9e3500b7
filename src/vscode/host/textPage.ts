import * as vscode from 'vscode';

/** Pages of ours in editors that show a text. */
export class TextPage implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #provider: vscode.Disposable;
  /** What each page says, by its path. */
  readonly #texts = new Map<string, string>();

  /** @param scheme of their addresses; nothing else has it */
  constructor(private readonly scheme: string) {
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: ({ path }) => this.#texts.get(path),
    });
  }

  /**
   * Opens a page with this text.
   * @param name by which VS Code names the tab, and by whose ending it colors the text
   */
  async show(name: string, text: string): Promise<void> {
    const page = this.#addressOf(`/${name}`);
    this.#texts.set(page.path, text);
    this.#changed.fire(page);
    await this.open(page);
  }

  async close(): Promise<void> {
    const pages = [...this.#texts.keys()].map((path) => this.#addressOf(path));
    this.#texts.clear();
    await Promise.all(pages.map(closeText));
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
  }

  protected async open(page: vscode.Uri): Promise<void> {
    await vscode.window.showTextDocument(page, { preview: true });
  }

  #addressOf(path: string): vscode.Uri {
    return vscode.Uri.from({ scheme: this.scheme, path });
  }
}

/** Addresses of the texts that are open in tabs. */
export function openTexts(): ReadonlySet<string> {
  return new Set(
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : [])),
  );
}

/** Closes the tab of a text, unless it has changes that are not saved. */
export async function closeText(address: vscode.Uri): Promise<void> {
  const shows = (input: unknown): boolean =>
    input instanceof vscode.TabInputText && input.uri.toString() === address.toString();
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(tabs.filter(({ input, isDirty }) => !isDirty && shows(input)));
}
