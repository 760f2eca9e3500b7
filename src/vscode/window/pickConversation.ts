import { conversationLabel } from '../../core/timeline/conversationLabel';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';

/** The latest comes first. With only one, asks nothing; with none, says `none`. */
export async function pickConversation(
  conversations: readonly TimelineConversation[],
  title: string,
  none: string,
): Promise<TimelineConversation | undefined> {
  if (conversations.length === 0) {
    void prompts.showInformationMessage(none);
  }
  if (conversations.length <= 1) {
    return conversations[0];
  }
  const items = conversations.map((conversation) => ({
    conversation,
    ...conversationLabel(conversation, Date.now(), translate),
  }));
  const picked = await prompts.showQuickPick(items, {
    title,
    placeHolder: translate('Which chat?'),
    matchOnDescription: true,
  });
  return picked?.conversation;
}
