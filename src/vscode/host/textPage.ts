import * as vscode from 'vscode';
import { closeText } from './tabs';

/** A page of ours in an editor that shows a text. */
export class TextPage implements vscode.Disposable {
  protected readonly address: vscode.Uri;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #provider: vscode.Disposable;
  #text = '';

  /**
   * @param scheme of its address; no other page has it
   * @param ending by which VS Code colors it as what it is
   */
  constructor(scheme: string, ending: string) {
    this.address = vscode.Uri.from({ scheme, path: `/Tool Loop Guard.${ending}` });
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: () => this.#text,
    });
  }

  /** Opens the page with this text. */
  async show(text: string): Promise<void> {
    this.#text = text;
    this.#changed.fire(this.address);
    await this.open();
  }

  /** Closes the page, and forgets its text. */
  close(): Promise<void> {
    this.#text = '';
    return closeText(this.address);
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
  }

  protected async open(): Promise<void> {
    await vscode.window.showTextDocument(this.address, { preview: true });
  }
}
