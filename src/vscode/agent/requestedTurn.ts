import type * as vscode from 'vscode';
import { programPrompt } from '../../node/wire/programPrompts';
import type { Guard } from '../../engine/guard';
import { HARNESSES } from '../../node/agents/harnesses';
import { trackWakeups } from '../window/trackWakeups';

/** A participant is asked: a message from the user, or a prompt that VS Code wrote, such as the end of a command. */
export function beginRequestedTurn(guard: Guard, conversationId: string, request: vscode.ChatRequest): void {
  // Stable typings do not have the mark; whoever calls for itself may leave out the prompt.
  const { prompt = '', isSystemInitiated } = request as Partial<vscode.ChatRequest> & { isSystemInitiated?: unknown };
  const own = programPrompt(HARNESSES.vscode.name, prompt);
  if (own === undefined && isSystemInitiated !== true) {
    guard.beginTurn(conversationId, request.prompt);
  } else {
    trackWakeups(guard, conversationId, own?.notice ?? prompt);
  }
}
