import type { CallLabeller } from '../../core/words/callLabel';
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { explain } from '../../core/explanation/explanation';
import { explanationPage, PAGE_COMMANDS } from '../../core/explanation/page';
import { reportMarkdown } from '../../core/explanation/report';
import type { CallAddress, TimelineCall } from '../../core/timeline/timelineCall';
import type { Timeline } from '../../core/timeline/timeline';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import { translate } from '../host/translate';
import { VIEWS } from '../host/ids';
import { Throttle } from '../host/throttle';

/** A busy agent doesn't redraw the page with each of its calls. */
const CHANGE_INTERVAL_MS = 300;

export class ExplanationView implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #changes = new Throttle(CHANGE_INTERVAL_MS, () => this.#view?.visible && this.#render());
  readonly #subscription: { dispose(): void };
  #view: vscode.WebviewView | undefined;
  #shown: CallAddress | undefined;
  /** What the page was made of: if it stays the same, the page is left alone and keeps its place. */
  #content = '';

  constructor(
    private readonly timeline: Timeline,
    private readonly label: CallLabeller,
  ) {
    this.#subscription = timeline.onDidChange(() => this.#changes.request());
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#view = view;
    this.#content = '';
    view.webview.options = {
      enableScripts: false,
      enableCommandUris: [...PAGE_COMMANDS],
      localResourceRoots: [],
    };
    view.onDidChangeVisibility(() => this.#render());
    view.onDidDispose(() => (this.#view = undefined));
    this.#render();
  }

  /** The focus stays where it is. */
  async show(at: CallAddress): Promise<void> {
    this.#shown = at;
    this.#render();
    if (this.#view === undefined) {
      await vscode.commands.executeCommand(`${VIEWS.explanation}.focus`, { preserveFocus: true });
    } else {
      this.#view.show(true);
    }
  }

  get call(): TimelineCall | undefined {
    return this.#conversation?.callNumbered(this.#shown?.number ?? 0);
  }

  report(versions: string): string | undefined {
    const explanation = this.#explanation();
    return explanation && reportMarkdown(explanation, versions, translate);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
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
        { nonce: randomBytes(16).toString('hex'), language: vscode.env.language, call: this.#shown },
        translate,
      );
    }
  }

  get #conversation(): TimelineConversation | undefined {
    return this.timeline.conversation(this.#shown?.conversationId ?? '');
  }

  #explanation(): ReturnType<typeof explain> {
    const conversation = this.#conversation;
    const { call } = this;
    return conversation === undefined || call === undefined
      ? undefined
      : explain(conversation, call, translate, this.label);
  }
}
