import * as vscode from 'vscode';
import { answerCommand } from '../../core/chat/answer';
import type { WriteLink } from '../../core/chat/chatLink';
import type { ChatCommand } from '../../core/chat/command';
import type { GuardWindow } from './guardWindow';
import { translate } from '../host/translate';

/** As Markdown. @param link undefined for a conversation whose chat no participant can write to */
export function answerOf(command: ChatCommand, conversationId: string, window: GuardWindow, link?: WriteLink): string {
  const { guard, budgets, conversations: settings, statusLines, timeline, callNames: names } = window;
  const wayOn = translate('the command "Tool Loop Guard: Let Stopped Agent Continue"');
  return answerCommand(command, {
    guard,
    settings,
    conversationId,
    translate,
    statusLines: command.kind === 'status' ? statusLines.flatMap((linesOf) => linesOf(conversationId, link)) : [],
    // It works everywhere, even where text in the session's chat goes to its model.
    wayOn: link === undefined ? wayOn : undefined,
    budgets,
    names,
    link,
    found: timeline.conversation(conversationId)?.detections,
    language: vscode.env.language,
  });
}
