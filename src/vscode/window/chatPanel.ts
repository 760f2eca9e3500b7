import * as vscode from 'vscode';
import { faultLine } from '../../core/words/logLines';
import type { AgentControl, AgentRun } from '../agent/agentHooks';
import { resourceOfConversation } from './conversationId';
import { translate } from './translate';

/** VS Code ends the hook process of a run it cancels at once; after this long it has not been that run. */
const PATIENCE_MILLISECONDS = 2_000;

/** On Windows VS Code ends the shell of a hook and not the hook itself, so its end tells nothing. */
const HOOK_TELLS = process.platform !== 'win32';

const CANCEL = 'workbench.action.chat.cancel';
const OPEN_CHAT = 'workbench.action.chat.open';

/**
 * Ends an agent's run by way of the chat.
 *
 * VS Code offers extensions only the cancellation of the chat that had the focus last; a hook that denies a
 * call does not end the run, and what a hook says is shown folded away. The answer of a participant is seen.
 */
export class ChatAgentControl implements AgentControl {
  constructor(private readonly channel: vscode.LogOutputChannel) {}

  /**
   * While no other agent is at work, cancelling cannot hit one. Otherwise, and when it hit nothing, the
   * conversation is brought to the front first.
   */
  async cancel(conversationId: string, { othersAtWork, hookGone }: AgentRun): Promise<void> {
    if (!othersAtWork) {
      await this.#execute(conversationId, CANCEL);
      if (!HOOK_TELLS || (await happens(hookGone))) {
        return;
      }
    }
    if (await this.#bringToFront(conversationId)) {
      await this.#execute(conversationId, CANCEL);
    }
  }

  async reveal(conversationId: string): Promise<void> {
    await this.#bringToFront(conversationId);
  }

  async ask(conversationId: string, message: string): Promise<void> {
    await this.#execute(conversationId, OPEN_CHAT, { query: `@loopguard ${message}`, preserveInput: true });
  }

  async cancelForeign({ othersAtWork }: Pick<AgentRun, 'othersAtWork'>): Promise<void> {
    if (!othersAtWork) {
      await this.#execute('of another agent', CANCEL);
    }
  }

  tell(text: string): void {
    const show = translate('Show Timeline');
    void vscode.window.showWarningMessage(text, show).then((chosen) => {
      if (chosen === show) {
        void vscode.commands.executeCommand('toolLoopGuard.showTimeline');
      }
    });
  }

  #bringToFront(conversationId: string): Promise<boolean> {
    return this.#execute(conversationId, 'vscode.open', resourceOfConversation(conversationId));
  }

  async #execute(conversationId: string, command: string, ...rest: unknown[]): Promise<boolean> {
    try {
      await vscode.commands.executeCommand(command, ...rest);
      return true;
    } catch (error) {
      this.channel.error(
        `${command} failed in session ${conversationId}; calls of the stopped agent stay refused. ` +
          `${faultLine('cancelling', error)}`,
      );
      return false;
    }
  }
}

/** Resolves to whether the signal comes before patience ends. */
function happens(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(signal.aborted);
    };
    const timer = setTimeout(end, PATIENCE_MILLISECONDS);
    signal.addEventListener('abort', end);
    if (signal.aborted) {
      end();
    }
  });
}
