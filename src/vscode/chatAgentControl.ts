import * as vscode from 'vscode';
import type { AgentControl } from './agentHooks';

/**
 * Ends an agent's run by way of the chat.
 *
 * VS Code offers extensions only the cancellation of the chat that had the focus last; a hook that denies a
 * call does not end the run, and what a hook says is shown folded away. The answer of a participant is seen.
 */
export class ChatAgentControl implements AgentControl {
  constructor(private readonly channel: vscode.LogOutputChannel) {}

  cancel(conversationId: string): Promise<void> {
    return this.#execute(conversationId, 'workbench.action.chat.cancel');
  }

  ask(conversationId: string, message: string): Promise<void> {
    return this.#execute(conversationId, 'workbench.action.chat.open', { query: `@loopguard ${message}`, preserveInput: true });
  }

  async #execute(conversationId: string, command: string, ...rest: unknown[]): Promise<void> {
    try {
      await vscode.commands.executeCommand(command, ...rest);
    } catch (error) {
      this.channel.error(`${command} failed in session ${conversationId}; calls of the stopped agent stay refused: ${String(error)}`);
    }
  }
}
