import * as vscode from 'vscode';
import type { ChatCommand } from '../../core/chat/command';
import { conversationLabel } from '../../core/timeline/conversationLabel';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import { escapeMarkdown } from '../../core/words/pages/markdown';
import { type AnsweringWindow, answerOf } from '../window/answerOf';
import { TextPage } from '../host/textPage';
import { translate } from '../host/translate';

/** Answers chat commands on a page of their own, for conversations whose chat no participant can write to. */
export class AnswerPage extends TextPage {
  constructor(private readonly window: AnsweringWindow) {
    super('tool-loop-guard-answer', 'md');
  }

  /** Carries out a command on a conversation and shows the answer. */
  async answer(conversationId: string, command: ChatCommand): Promise<void> {
    const answer = answerOf(command, conversationId, this.window);
    await this.show(`${heading(this.window.timeline.conversation(conversationId))}${answer}`);
  }

  protected override async open(): Promise<void> {
    try {
      await vscode.commands.executeCommand('markdown.showPreview', this.address);
    } catch {
      // The built-in preview can be switched off: then the answer is read as text.
      await super.open();
    }
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
