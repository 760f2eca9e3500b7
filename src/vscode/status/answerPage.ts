import * as vscode from 'vscode';
import type { ChatCommand } from '../../core/chat/command';
import { conversationLabel } from '../../core/timeline/conversationLabel';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import { escapeMarkdown } from '../../core/words/pages/markdown';
import { type AnsweringWindow, answerOf } from '../window/answerOf';
import { translate } from '../host/translate';

const SCHEME = 'tool-loop-guard-answer';
const PAGE = vscode.Uri.from({ scheme: SCHEME, path: '/Tool Loop Guard.md' });

/** Answers chat commands on a page of their own, for conversations whose chat no participant can write to. */
export class AnswerPage implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: this.#changed.event,
    provideTextDocumentContent: () => this.#text,
  });
  #text = '';

  constructor(private readonly window: AnsweringWindow) {}

  /** Carries out a command on a conversation and shows the answer. */
  async show(conversationId: string, command: ChatCommand): Promise<void> {
    const { timeline } = this.window;
    const answer = answerOf(command, conversationId, this.window);
    this.#text = `${heading(timeline.conversation(conversationId))}${answer}`;
    this.#changed.fire(PAGE);
    try {
      await vscode.commands.executeCommand('markdown.showPreview', PAGE);
    } catch {
      // The built-in preview can be switched off: then the answer is read as text.
      await vscode.window.showTextDocument(PAGE, { preview: true });
    }
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
  }
}

/** Which conversation the page is about. */
function heading(conversation: TimelineConversation | undefined): string {
  if (conversation === undefined) {
    return '';
  }
  const { label, description } = conversationLabel(conversation, Date.now(), translate);
  return `# ${escapeMarkdown(label)}\n\n${escapeMarkdown(description)}\n\n`;
}
