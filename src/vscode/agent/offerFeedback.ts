import type * as vscode from 'vscode';
import type { Detection } from '../../engine/verdict';
import { translate } from '../window/translate';

export const MARK_AS_FINE = 'toolLoopGuard.markAsFine';
export const MARK_AS_LOOP = 'toolLoopGuard.markAsLoop';
export const UNDO_FEEDBACK_RULE = 'toolLoopGuard.undoFeedbackRule';

/** What a button in a chat says of itself: the agent of that chat may go on. */
export interface FromChat {
  readonly conversationId: string;
  readonly callId: string;
}

/** Asks a person under an explanation whether the detection was right. */
export function offerFeedback(
  stream: vscode.ChatResponseStream,
  { conversationId, callId }: FromChat & Pick<Detection, 'conversationId'>,
): void {
  const from: FromChat = { conversationId, callId };
  stream.button({ command: MARK_AS_FINE, title: translate('This was fine'), arguments: [from] });
  stream.button({ command: MARK_AS_LOOP, title: translate('This was a loop'), arguments: [from] });
}
