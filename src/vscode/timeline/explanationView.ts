import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { explain } from '../../core/explanation/explanation';
import { explanationPage } from '../../core/explanation/page';
import type { TimelineCall } from '../../core/timeline/timelineCall';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import type { SourcedConversation, TimelineSource } from '../../core/timeline/timelineSource';
import { translate } from '../window/translate';
import { Gathering } from '../window/throttle';

const VIEW = 'toolLoopGuard.explanation';

/** The picture and the words of one detection, in a page without scripts. */
export class ExplanationView implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #subscriptions: vscode.Disposable;
  readonly #gathering: Gathering;
  #view: vscode.WebviewView | undefined;
  #shown: (SourcedConversation & { readonly number: number }) | undefined;
  /** What the page was made of: as long as it stays, the page is left alone and keeps its place. */
  #content = '';

  /** @param saved what a detection saved, as a sentence, if anybody knows */
  constructor(
    private readonly sources: readonly TimelineSource[],
    private readonly saved: (conversation: TimelineConversation, call: TimelineCall) => string | undefined,
  ) {
    this.#gathering = new Gathering(
      sources,
      () => this.#view?.visible === true,
      () => this.#render(),
    );
    this.#subscriptions = vscode.Disposable.from(
      this.#gathering,
      vscode.window.registerWebviewViewProvider(VIEW, this),
    );
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#view = view;
    this.#content = '';
    view.webview.options = { enableScripts: false, enableCommandUris: false, localResourceRoots: [] };
    view.onDidChangeVisibility(() => this.#gathering.flush());
    view.onDidDispose(() => (this.#view = undefined));
    this.#render();
  }

  /** Shows a detection; the focus stays where it is. */
  async show(at: SourcedConversation & { readonly number: number }): Promise<void> {
    this.#shown = at;
    this.#render();
    if (this.#view === undefined) {
      await vscode.commands.executeCommand(`${VIEW}.focus`, { preserveFocus: true });
    } else {
      this.#view.show(true);
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #render(): void {
    if (this.#view === undefined) {
      return;
    }
    const explanation = this.#explanation();
    const content = JSON.stringify(explanation ?? '');
    if (content !== this.#content) {
      this.#content = content;
      this.#view.webview.html = explanationPage(
        explanation,
        { nonce: randomBytes(16).toString('hex'), language: vscode.env.language },
        translate,
      );
    }
  }

  #explanation(): ReturnType<typeof explain> {
    const at = this.#shown;
    const conversation = this.sources.find(({ id }) => id === at?.source)?.conversation(at?.conversationId ?? '');
    const call = conversation?.callNumbered(at?.number ?? 0);
    return conversation === undefined || call === undefined
      ? undefined
      : explain(conversation, call, translate, this.saved(conversation, call));
  }
}
