import * as vscode from 'vscode';
import { hasParticipants } from '../host/capabilities';
import { PARTICIPANT_ID } from '../host/ids';
import type { GuardWindow } from '../window/guardWindow';

/** Chat commands, and a guarded agent of our own. Does nothing where VS Code has no participants. */
export function registerChat(
  { chat, installation, subscriptions }: GuardWindow,
  answer: (...request: Parameters<vscode.ChatRequestHandler>) => Promise<vscode.ChatResult>,
): void {
  if (hasParticipants()) {
    const participant = vscode.chat.createChatParticipant(PARTICIPANT_ID, (...request) => {
      chat.arrived();
      return answer(...request);
    });
    participant.iconPath = vscode.Uri.joinPath(installation, 'media', 'icon.png');
    subscriptions.push(participant);
  }
}
