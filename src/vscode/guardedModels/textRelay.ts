import * as vscode from 'vscode';

/**
 * Passes the parts of an answer on, in their order and at once. Text that comes faster than VS Code carries it, several
 * parts in one turn of the event loop, is joined: each part on its own goes through the window and back, which is most
 * of what a guarded model costs.
 */
export class TextRelay {
  #waiting = '';
  #turn: NodeJS.Immediate | undefined;

  constructor(private readonly progress: vscode.Progress<vscode.LanguageModelResponsePart>) {}

  /** Passes a part on; what waits goes before it. */
  pass(part: vscode.LanguageModelResponsePart): void {
    if (!isPlainText(part)) {
      this.flush();
      this.progress.report(part);
    } else if (this.#turn === undefined) {
      this.progress.report(part);
      this.#turn = setImmediate(() => this.#nextTurn());
    } else {
      this.#waiting += part.value;
    }
  }

  /** Passes on what still waits; to be called when the answer ends, however it ends. */
  flush(): void {
    if (this.#waiting !== '') {
      const text = this.#waiting;
      this.#waiting = '';
      this.progress.report(new vscode.LanguageModelTextPart(text));
    }
  }

  #nextTurn(): void {
    const goesOn = this.#waiting !== '';
    this.flush();
    this.#turn = goesOn ? setImmediate(() => this.#nextTurn()) : undefined;
  }
}

/**
 * Text and nothing else: newer kinds of text part, and fields that a part may have besides, are passed on as they are.
 */
function isPlainText(part: unknown): part is vscode.LanguageModelTextPart {
  if (!(part instanceof vscode.LanguageModelTextPart) || part.constructor !== vscode.LanguageModelTextPart) {
    return false;
  }
  // Runs for every part of an answer, so it makes no list of the fields.
  for (const field in part) {
    if (field !== 'value') {
      return false;
    }
  }
  return true;
}
