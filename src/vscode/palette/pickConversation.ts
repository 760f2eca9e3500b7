import * as vscode from 'vscode';
import { conversationLabel } from '../../core/presence/conversationLabel';
import type { Timeline } from '../../core/timeline/timeline';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import { translate } from '../translate';

/**
 * Asks which conversation is meant; the latest one comes first. With one there is nothing to ask.
 * @returns undefined when the person does not say, or when there is none, which they are told
 */
export async function pickConversation(timeline: Timeline, title: string): Promise<TimelineConversation | undefined> {
  const { conversations } = timeline;
  if (conversations.length === 0) {
    void vscode.window.showInformationMessage(translate('Tool Loop Guard has not seen a conversation in this window yet.'));
    return undefined;
  }
  if (conversations.length === 1) {
    return conversations[0];
  }
  const items = conversations.map((conversation) => ({ conversation, ...conversationLabel(conversation, Date.now(), translate) }));
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder: translate('In which conversation?'), matchOnDescription: true });
  return picked?.conversation;
}
