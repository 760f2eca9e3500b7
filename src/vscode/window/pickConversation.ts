import * as vscode from 'vscode';
import { conversationLabel } from '../../core/status/conversationLabel';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import { translate } from './translate';

/**
 * Asks which conversation is meant; the latest one comes first. With one there is nothing to ask.
 * @param none what the person is told when there is no conversation
 * @returns undefined when the person does not say, or when there is none
 */
export async function pickConversation(
  conversations: readonly TimelineConversation[],
  title: string,
  none: string,
): Promise<TimelineConversation | undefined> {
  if (conversations.length === 0) {
    void vscode.window.showInformationMessage(none);
  }
  if (conversations.length <= 1) {
    return conversations[0];
  }
  const items = conversations.map((conversation) => ({
    conversation,
    ...conversationLabel(conversation, Date.now(), translate),
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: translate('In which conversation?'),
    matchOnDescription: true,
  });
  return picked?.conversation;
}
