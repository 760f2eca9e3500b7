import * as vscode from 'vscode';
import { hasParticipants } from '../host/capabilities';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { PARTICIPANT_ID } from '../host/ids';
import type { answerParticipant } from './participantAnswer';

/**
 * Registers `@loopguard`: chat commands for the conversation it is used in, and a guarded agent of its own. Where VS
 * Code has no participants this does nothing.
 */
export function registerChat(
  window: GuardWindow,
  load: () => { readonly answerParticipant: typeof answerParticipant },
): Registered<'chat'> {
  if (!hasParticipants()) {
    return { commands: {}, parts: [] };
  }
  const participant = vscode.chat.createChatParticipant(PARTICIPANT_ID, (...request) => {
    window.chat.arrived();
    return load().answerParticipant(window, ...request);
  });
  participant.iconPath = vscode.Uri.joinPath(window.installation, 'media', 'icon.png');
  return { commands: {}, parts: [participant] };
}
