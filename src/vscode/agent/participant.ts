import * as vscode from 'vscode';
import { answerCommand } from '../../core/chat/answer';
import { parseMessage, parseSlashCommand } from '../../core/chat/command';
import type { Guard } from '../../engine/guard';
import type { ConversationSettings } from '../../core/settings/conversationSettings';
import { offerWaysOn } from './waysOn';
import { conversationIdOf } from '../window/conversationId';
import { hasParticipants, missingDoors } from '../window/capabilities';
import { runGuardedAgent, STOPPED } from './guardedAgent';
import { translate } from '../window/translate';

export const PARTICIPANT_ID = 'tool-loop-guard.loopguard';

const waysOn = (): vscode.ChatFollowup[] => [
  { command: 'tool-loop-reset', prompt: '', label: translate('Continue with a fresh count') },
  { command: 'tool-loop-mode', prompt: 'warn', label: translate('Only warn here') },
  { command: 'tool-loop-why', prompt: '', label: translate('Show what happened') },
];

/**
 * Registers `@loopguard`: chat commands for the conversation it is used in, and a guarded agent of its own. Where VS
 * Code has no participants
 * this does nothing.
 * @param statusLinesOf what the status of a conversation adds to its counts, as Markdown
 */
export function registerParticipant(
  guard: Guard,
  settings: ConversationSettings,
  icon: vscode.Uri,
  statusLinesOf: (conversationId: string) => readonly string[],
): vscode.Disposable {
  if (!hasParticipants()) {
    return new vscode.Disposable(() => {});
  }
  const participant = vscode.chat.createChatParticipant(PARTICIPANT_ID, async (request, context, stream, token) => {
    const conversationId = conversationIdOf(request) ?? PARTICIPANT_ID;
    const { vendor, family, id } = request.model;
    const command =
      request.command === undefined
        ? parseMessage(request.prompt, translate)
        : parseSlashCommand(request.command, request.prompt, translate);
    guard.setModel(conversationId, { vendor, family, id });
    if (command !== undefined) {
      const statusLines =
        command.kind === 'status'
          ? [...statusLinesOf(conversationId), missingDoors(translate) ?? ''].filter((line) => line !== '')
          : [];
      stream.markdown(answerCommand(command, guard, settings, conversationId, translate, statusLines));
      const { stopped } = guard.status(conversationId);
      if (stopped !== undefined) {
        offerWaysOn(stream, stopped);
      }
      return {};
    }
    return runGuardedAgent({
      guard,
      answers: settings.configuration.answers,
      messages: settings.configuration.messages,
      conversationId,
      request,
      context,
      stream,
      token,
    });
  });
  participant.iconPath = icon;
  participant.followupProvider = {
    provideFollowups: ({ metadata }) =>
      metadata?.['stoppedByToolLoopGuard'] === STOPPED.stoppedByToolLoopGuard ? waysOn() : [],
  };
  return participant;
}
