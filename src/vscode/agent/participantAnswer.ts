import type * as vscode from 'vscode';
import { type ChatCommand, parseMessage, parseSlashCommand } from '../../core/chat/command';
import { isWhyQuestion } from '../../core/chat/slashCommands';
import { breakText } from '../../core/words/words';
import { tellBudgetStop, tellStop } from './stopMessage';
import { linksIn, trustedMarkdown } from '../host/trustedMarkdown';
import { conversationIdOf } from '../host/conversationId';
import { answerOf } from '../window/answerOf';
import type { GuardWindow } from '../window/guardWindow';
import { PARTICIPANT_ID } from '../host/ids';
import { runGuardedAgent } from './guardedAgent';
import type { Detection } from '../../engine/decision/verdict';
import { translate } from '../host/translate';

export async function answerParticipant(
  window: GuardWindow,
  ...[request, context, stream, token]: Parameters<vscode.ChatRequestHandler>
): Promise<vscode.ChatResult> {
  const { guard, links, demonstration } = window;
  const conversationId = conversationIdOf(request) ?? PARTICIPANT_ID;
  const { vendor, family, id } = request.model;
  const command = commandOf(request);
  guard.setModel(conversationId, { vendor, family, id });
  if (command !== undefined) {
    answer(command, conversationId, stream, window);
    return {};
  }
  const link = linksIn(conversationId, links);
  const ofDemonstration = demonstration.answerTo(request.prompt, { vendor, id }, link);
  if (ofDemonstration !== undefined) {
    stream.markdown(trustedMarkdown(ofDemonstration));
    return {};
  }
  return runGuardedAgent(window, { conversationId, request, context, stream, token });
}

/** Undefined: a task for the guarded agent. */
function commandOf({ command, prompt }: vscode.ChatRequest): ChatCommand | undefined {
  if (command !== undefined) {
    return parseSlashCommand(command, prompt, translate);
  }
  return isWhyQuestion(prompt, translate) ? { kind: 'why' } : parseMessage(prompt, translate);
}

/** If the agent is stopped, the ways to continue come last. The status begins with what happened. */
function answer(
  command: ChatCommand,
  conversationId: string,
  stream: vscode.ChatResponseStream,
  window: GuardWindow,
): void {
  const { guard, budgets, stops, links, phrasing } = window;
  const happened = (stop: Detection): string => breakText(stop, { ...phrasing, isMarkdown: true });
  const before = guard.status(conversationId).stopped;
  if (command.kind === 'why' && before !== undefined) {
    tellStop(stream, happened(before), before, stops);
    return;
  }
  const budget = budgets.stopped(conversationId);
  if (command.kind === 'why' && budget !== undefined) {
    tellBudgetStop(stream, budget, conversationId, links);
    return;
  }
  // What follows a reached budget has links of its own.
  const link = command.kind === 'budget' && budget !== undefined ? undefined : linksIn(conversationId, links);
  const text = answerOf(command, conversationId, window, link);
  const { stopped } = guard.status(conversationId);
  if (stopped !== undefined && command.kind === 'status') {
    tellStop(stream, `${happened(stopped)}\n\n${text}`, stopped, stops);
    return;
  }
  stream.markdown(trustedMarkdown(`${text}\n\n`));
  if (stopped !== undefined) {
    tellStop(stream, translate('The agent is stopped.'), stopped, stops);
    return;
  }
  const reached = budgets.stopped(conversationId);
  if (reached !== undefined) {
    tellBudgetStop(stream, reached, conversationId, links);
  }
}
