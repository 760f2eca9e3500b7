import * as vscode from 'vscode';
import { conversationLabel } from '../../core/timeline/conversationLabel';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import { escapeMarkdown } from '../../core/words/pages/markdown';
import { type AnsweringWindow, answerOf } from '../window/answerOf';
import { translate } from '../host/translate';

const SCHEME = 'tool-loop-guard-answer';

/** What is asked of a conversation. */
type Question = 'why' | 'status';

/** Answers chat commands on a page of their own, for conversations whose chat no participant can write to. */
export class AnswerPage implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: this.#changed.event,
    provideTextDocumentContent: ({ path }) => this.#texts.get(path),
  });
  /** What each page says, by its path. */
  readonly #texts = new Map<string, string>();

  constructor(private readonly window: AnsweringWindow) {}

  /** Shows what there is to say of a conversation. */
  async show(conversationId: string, kind: Question): Promise<void> {
    const { timeline } = this.window;
    const title = titleOf(kind);
    const answer = answerOf({ kind }, conversationId, this.window);
    // VS Code names the tab by the path.
    const page = vscode.Uri.from({ scheme: SCHEME, path: `/${title}` });
    this.#texts.set(page.path, `# ${title}\n\n${chatLines(timeline.conversation(conversationId))}${answer}`);
    this.#changed.fire(page);
    try {
      await vscode.commands.executeCommand('markdown.showPreview', page);
    } catch {
      // The built-in preview can be switched off: then the answer is read as text.
      await vscode.window.showTextDocument(page, { preview: true });
    }
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
  }
}

function titleOf(kind: Question): string {
  return `Tool Loop Guard: ${kind === 'why' ? translate('Why was the agent stopped?') : translate('Status')}`;
}

/** Which conversation the page is about. */
function chatLines(conversation: TimelineConversation | undefined): string {
  if (conversation === undefined) {
    return '';
  }
  const { label, description } = conversationLabel(conversation, Date.now(), translate);
  return `${escapeMarkdown(label)}  \n${escapeMarkdown(description)}\n\n`;
}
