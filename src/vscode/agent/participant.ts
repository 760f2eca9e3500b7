import * as vscode from 'vscode';
import { answerCommand } from '../../core/chat/answer';
import { parseMessage, parseSlashCommand } from '../../core/chat/command';
import { offerBudgetChoices } from './budgetChoices';
import { offerFollowUps } from './followUps';
import { conversationIdOf } from '../window/conversationId';
import { hasParticipants, missingCapabilities } from '../window/capabilities';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { PARTICIPANT_ID } from '../window/ids';
import { runGuardedAgent, STOPPED } from './guardedAgent';
import { translate } from '../window/translate';

const followups = (): vscode.ChatFollowup[] => [
  { command: 'tool-loop-reset', prompt: '', label: translate('Continue with a fresh count') },
  { command: 'tool-loop-mode', prompt: 'warn', label: translate('Only warn here') },
  { command: 'tool-loop-why', prompt: '', label: translate('Show what happened') },
];

/**
 * Registers `@loopguard`: chat commands for the conversation it is used in, and a guarded agent of its own. Where VS
 * Code has no participants this does nothing.
 */
export function registerChat({
  guard,
  budgets,
  settings,
  conversations,
  statusLines,
  installation,
}: GuardWindow): Registered<'chat'> {
  if (!hasParticipants()) {
    return { commands: {}, parts: [] };
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
      const lines =
        command.kind === 'status'
          ? [...statusLines.flatMap((linesOf) => linesOf(conversationId)), missingCapabilities(translate) ?? '']
          : [];
      stream.markdown(
        answerCommand(
          command,
          guard,
          conversations,
          conversationId,
          translate,
          lines.filter((line) => line !== ''),
          undefined,
          budgets,
        ),
      );
      const { stopped } = guard.status(conversationId);
      if (stopped !== undefined) {
        offerFollowUps(stream, stopped);
      } else if (budgets.stopped(conversationId) !== undefined) {
        offerBudgetChoices(stream, conversationId);
      }
      return {};
    }
    return runGuardedAgent({
      guard,
      budgets,
      answers: settings.current.answers,
      messages: settings.current.messages,
      conversationId,
      request,
      context,
      stream,
      token,
    });
  });
  participant.iconPath = vscode.Uri.joinPath(installation, 'media', 'icon.png');
  participant.followupProvider = {
    provideFollowups: ({ metadata }) =>
      metadata?.['stoppedByToolLoopGuard'] === STOPPED.stoppedByToolLoopGuard ? followups() : [],
  };
  return { commands: {}, parts: [participant] };
}
