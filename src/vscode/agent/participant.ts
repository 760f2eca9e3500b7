import * as vscode from 'vscode';
import { hasParticipants } from '../host/capabilities';
import { PARTICIPANT_ID } from '../host/ids';
import type { GuardWindow } from '../window/guardWindow';

/**
 * Registers `@loopguard`: chat commands for the conversation it is used in, and a guarded agent of its own. Where VS
 * Code has no participants this does nothing.
 */
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
