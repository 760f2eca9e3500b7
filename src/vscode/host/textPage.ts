import * as vscode from 'vscode';

export class TextPage implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #provider: vscode.Disposable;
  readonly #texts = new Map<string, string>();

  /** @param scheme of their addresses; nothing else has it */
  constructor(private readonly scheme: string) {
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: ({ path }) => this.#texts.get(path),
    });
  }

  /** @param name shown on the tab; its ending decides the colors */
  async show(name: string, text: string): Promise<void> {
    const page = vscode.Uri.from({ scheme: this.scheme, path: `/${name}` });
    this.#texts.set(page.path, text);
    this.#changed.fire(page);
    await this.open(page);
  }

  async close(): Promise<void> {
    this.#texts.clear();
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const isOurs = (input: unknown): boolean =>
      input instanceof vscode.TabInputText && input.uri.scheme === this.scheme;
    await vscode.window.tabGroups.close(tabs.filter(({ input }) => isOurs(input)));
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
  }

  protected async open(page: vscode.Uri): Promise<void> {
    await vscode.window.showTextDocument(page, { preview: true });
  }
}
