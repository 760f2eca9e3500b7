import * as vscode from 'vscode';
import { conversationLabel } from '../../core/timeline/conversationLabel';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import { escapeMarkdown } from '../../core/words/pages/markdown';
import { type AnsweringWindow, answerOf } from '../window/answerOf';
import { TextPage } from '../host/textPage';
import { translate } from '../host/translate';

/** What is asked of a conversation. */
type Question = 'why' | 'status';

/** Answers chat commands on pages of their own, for conversations whose chat no participant can write to. */
export class AnswerPage extends TextPage {
  constructor(private readonly window: AnsweringWindow) {
    super('tool-loop-guard-answer');
  }

  /** Shows what there is to say of a conversation. */
  async answer(conversationId: string, kind: Question): Promise<void> {
    const title = titleOf(kind);
    const chat = chatLines(this.window.timeline.conversation(conversationId));
    await this.show(title, `# ${title}\n\n${chat}${answerOf({ kind }, conversationId, this.window)}`);
  }

  protected override async open(page: vscode.Uri): Promise<void> {
    try {
      await vscode.commands.executeCommand('markdown.showPreview', page);
    } catch {
      // The built-in preview can be switched off: then the answer is read as text.
      await super.open(page);
    }
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
