import * as vscode from 'vscode';
import { answerCommand } from '../../core/chat/answer';
import type { ChatCommand } from '../../core/chat/command';
import type { GuardWindow } from './guardWindow';
import { translate } from '../host/translate';

/** As Markdown, for a conversation whose chat no participant can write to. */
export function answerOf(command: ChatCommand, conversationId: string, window: GuardWindow): string {
  const { guard, budgets, conversations, statusLines, timeline, callNames: names } = window;
  return answerCommand(command, guard, conversations, conversationId, translate, {
    statusLines: command.kind === 'status' ? statusLines.flatMap((linesOf) => linesOf(conversationId)) : [],
    // It works everywhere, even where text in the session's chat goes to its model.
    wayOn: translate('the command "Tool Loop Guard: Let Stopped Agent Continue"'),
    budgets,
    names,
    found: timeline.conversation(conversationId)?.detections,
    language: vscode.env.language,
  });
}
