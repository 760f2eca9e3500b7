import * as vscode from 'vscode';

/** After this long without a change or a move of the cursor, nobody is taken to be typing. */
const QUIET_MS = 1_500;
const LOOK_AGAIN_MS = 100;

/** A user who worked in an editor this recently wants to continue there. */
const RECENT_MS = 60_000;

/** What is known of a person's typing in editors. What is typed into a terminal or the chat, extensions cannot see. */
export class Typing implements vscode.Disposable {
  #lastMs = 0;
  readonly #listening = vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
      // Edits of agents move the cursor without a kind.
      if (
        kind === vscode.TextEditorSelectionChangeKind.Keyboard ||
        kind === vscode.TextEditorSelectionChangeKind.Mouse
      ) {
        this.#lastMs = Date.now();
      }
    }),
  );

  /** Whether the person was in an editor a short time ago. */
  get isRecent(): boolean {
    return Date.now() - this.#lastMs < RECENT_MS;
  }

  /** Resolves when nobody has been typing for a moment. */
  async untilQuiet(): Promise<void> {
    while (Date.now() - this.#lastMs < QUIET_MS) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  dispose(): void {
    this.#listening.dispose();
  }
}
