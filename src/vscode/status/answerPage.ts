import * as vscode from 'vscode';
import { conversationLabel } from '../../core/timeline/conversationLabel';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import { escapeMarkdown } from '../../core/words/pages/markdown';
import { answerOf } from '../window/answerOf';
import { TextPage } from '../host/textPage';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../host/translate';

/** For conversations whose chat no participant can write to. */
export class AnswerPage extends TextPage {
  constructor(private readonly window: GuardWindow) {
    super('tool-loop-guard-answer');
  }

  async answer(conversationId: string, kind: 'why' | 'status'): Promise<void> {
    const title = `Tool Loop Guard: ${kind === 'why' ? translate('Why was the agent stopped?') : translate('Status')}`;
    const chat = chatLines(this.window.timeline.conversation(conversationId));
    await this.show(title, `# ${title}\n\n${chat}${answerOf({ kind }, conversationId, this.window)}`);
  }

  protected override async open(page: vscode.Uri): Promise<void> {
    try {
      await vscode.commands.executeCommand('markdown.showPreview', page);
    } catch {
      // The built-in preview can be turned off: then the answer is shown as text.
      await super.open(page);
    }
  }
}

function chatLines(conversation: TimelineConversation | undefined): string {
  if (conversation === undefined) {
    return '';
  }
  const { label, description } = conversationLabel(conversation, Date.now(), translate);
  return `${escapeMarkdown(label)}  \n${escapeMarkdown(description)}\n\n`;
}
