import * as vscode from 'vscode';
import { answerCommand } from '../core/chat/answer';
import { parseMessage, parseSlashCommand } from '../core/chat/command';
import type { Guard } from '../core/guard';
import type { Configuration } from '../core/settings/configuration';
import { offerWaysOn } from './conversationCommands';
import { conversationIdOf } from './conversationId';
import { runGuardedAgent, STOPPED } from './guardedAgent';
import { translate } from './translate';

export const PARTICIPANT_ID = 'tool-loop-guard.loopguard';

const WAYS_ON: vscode.ChatFollowup[] = [
  { command: 'tool-loop-reset', prompt: '', label: 'Continue with a fresh count' },
  { command: 'tool-loop-mode', prompt: 'warn', label: 'Only warn here' },
  { command: 'tool-loop-why', prompt: '', label: 'Show what happened' },
];

/**
 * Registers `@loopguard`: chat commands for the conversation it is used in, and a guarded agent of its own.
 * @param metricsLinesOf what the status adds to its counts
 */
export function registerParticipant(guard: Guard, configuration: () => Configuration, icon: vscode.Uri, metricsLinesOf: (conversationId: string) => readonly string[] = () => []): vscode.Disposable {
  const participant = vscode.chat.createChatParticipant(PARTICIPANT_ID, async (request, context, stream, token) => {
    const conversationId = conversationIdOf(request) ?? PARTICIPANT_ID;
    const { vendor, family, id } = request.model;
    const command = request.command === undefined ? parseMessage(request.prompt) : parseSlashCommand(request.command, request.prompt);
    guard.setModel(conversationId, { vendor, family, id });
    if (command !== undefined) {
      stream.markdown(answerCommand(command, guard, conversationId, configuration(), translate, metricsLinesOf(conversationId)));
      const { stopped } = guard.status(conversationId);
      if (stopped !== undefined) {
        offerWaysOn(stream, stopped);
      }
      return {};
    }
    return runGuardedAgent({ guard, answers: configuration().answers, conversationId, request, context, stream, token });
  });
  participant.iconPath = icon;
  participant.followupProvider = {
    provideFollowups: ({ metadata }) => (metadata?.['stoppedByToolLoopGuard'] === STOPPED.stoppedByToolLoopGuard ? WAYS_ON : []),
  };
  return participant;
}
