import * as vscode from 'vscode';
import type { Timeline } from '../../core/timeline/timeline';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import { translate } from '../translate';

/** Asks which conversation is meant; the one used last comes first. With only one there is no question. */
export async function pickConversation(timeline: Timeline): Promise<TimelineConversation | undefined> {
  const conversations = timeline.conversations.filter(({ calls }) => calls.length > 0);
  if (conversations.length === 0) {
    void vscode.window.showInformationMessage(translate('No tool call has been seen in this window yet.'));
  }
  if (conversations.length <= 1) {
    return conversations[0];
  }
  const items = conversations.map((conversation) => ({
    conversation,
    label: titleOf(conversation),
    description: translate('{count} calls', { count: conversation.size }),
  }));
  return (await vscode.window.showQuickPick(items, { title: translate('Which conversation?') }))?.conversation;
}

/** The first prompt of a conversation, or what else tells it apart. */
export function titleOf({ id, turns }: TimelineConversation): string {
  return turns.find(({ prompt }) => prompt !== undefined)?.prompt ?? translate('Conversation {id}', { id: id.slice(0, 8) });
}
