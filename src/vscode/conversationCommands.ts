import * as vscode from 'vscode';
import type { Guard } from '../core/guard';

const RESET = 'toolLoopGuard.resetConversation';
const WARN_ONLY = 'toolLoopGuard.warnOnlyInConversation';
const SHOW_LOG = 'toolLoopGuard.showLog';

/** Registers what the buttons under an explanation do, and the palette's commands. */
export function registerConversationCommands(guard: Guard, channel: vscode.LogOutputChannel): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand(RESET, (conversationId: string) => {
      guard.reset(conversationId);
      return continueAgent();
    }),
    vscode.commands.registerCommand(WARN_ONLY, (conversationId: string) => {
      guard.setOverride(conversationId, 'mode', 'warn');
      guard.reset(conversationId);
      return continueAgent();
    }),
    vscode.commands.registerCommand(SHOW_LOG, () => channel.show()),
  );
}

/** Offers a person the ways on after a stop. */
export function offerWaysOn(stream: vscode.ChatResponseStream, conversationId: string): void {
  stream.button({ command: RESET, title: 'Continue with a fresh count', arguments: [conversationId] });
  stream.button({ command: WARN_ONLY, title: 'Only warn in this conversation', arguments: [conversationId] });
  stream.button({ command: SHOW_LOG, title: 'Show log' });
}

async function continueAgent(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.open', { query: 'Continue.', preserveInput: true });
}
