import * as vscode from 'vscode';
import { lineDiff } from '../../core/words/lineDiff';
import type { InstalledChange } from '../../node/install/agentFile';
import { closeText } from '../host/tabs';

const SCHEME = 'tool-loop-guard-agents';

/** By its ending VS Code colours it as what it is. */
const PAGE = vscode.Uri.from({ scheme: SCHEME, path: '/Tool Loop Guard.diff' });

/** Shows what is to be written into files of other programs, all of it on one page. */
export class ChangesPage implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: this.#changed.event,
    provideTextDocumentContent: () => this.#text,
  });
  #text = '';

  /** Opens the page. */
  async show(changes: readonly InstalledChange[]): Promise<void> {
    this.#text = changes.map(changeText).join('\n');
    this.#changed.fire(PAGE);
    await vscode.window.showTextDocument(PAGE, { preview: true });
  }

  close(): Promise<void> {
    this.#text = '';
    return closeText(PAGE);
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
  }
}

function changeText({ path, before, after }: InstalledChange): string {
  const head = [`--- ${before === undefined ? '/dev/null' : path}`, `+++ ${after === undefined ? '/dev/null' : path}`];
  return [...head, ...lineDiff(before ?? '', after ?? ''), ''].join('\n');
}
