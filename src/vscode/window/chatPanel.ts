import * as vscode from 'vscode';
import { faultLine } from '../../core/words/logLines';
import { runCommand } from './commands';
import { resourceOfConversation } from './conversationId';
import { translate } from './translate';

/** VS Code ends the hook process of a run it cancels at once; after this long it has not been that run. */
const HOOK_END_LIMIT_MS = 2_000;

/** A prompt reaches the hook of its session within this time (measured: 1 to 2 s under load). */
const OTHERS_LIMIT_MS = 2_500;
const OTHERS_INTERVAL_MS = 100;

/** On Windows VS Code ends the shell of a hook and not the hook itself, so its end tells nothing. */
const HOOK_TELLS = process.platform !== 'win32';

const OPEN = 'workbench.action.chat.open';
const NEW_CHAT = 'workbench.action.chat.newChat';

/** Begins a session of VS Code's own agent, where a new chat may be of another one. */
const NEW_LOCAL_CHAT = 'workbench.action.chat.openNewChatSessionInPlace.local';
const CANCEL = 'workbench.action.chat.cancel';

/** What is known of a run that is to be ended. */
export interface AgentRun {
  /** Agents of other conversations are at work, which must not be hit. */
  readonly othersAtWork: boolean;
  /** The hook process of the refused call has been ended, as VS Code does when it cancels the run. */
  readonly hookGone: AbortSignal;
}

/** A call by the id that its surface gave it. */
export interface NamedCall {
  readonly conversationId: string;
  readonly callId: string;
}

/** Ends the agent's run in a conversation. */
export interface AgentControl {
  /**
   * Resolves when the run is cancelled. Cancelled before the hook answers, the agent cannot reach its next
   * model request; cancelled after the answer, it sometimes does (measured, no safe moment exists).
   * @returns whether the run has ended, as far as VS Code tells
   */
  cancel(conversationId: string, run: AgentRun): Promise<boolean>;
  /** Brings the conversation's chat to the front. */
  reveal(conversationId: string): Promise<void>;
  /** Sends a message to `@loopguard` in the chat that is in front; its answer is always seen. */
  ask(conversationId: string, message: string): Promise<void>;
  /**
   * Ends the run of an agent in a chat that cannot be named, such as one of the Agent Host: what answers in the chat
   * that had the focus last is cancelled, unless other agents are at work, one of which it might be. Waits a little
   * before it asks: an agent that was asked something a moment ago has called no hook yet.
   */
  cancelForeign(areOthersAtWork: () => boolean): Promise<void>;
  /**
   * Tells the person of a run that was ended, where no chat can be written to.
   * @param call the call that is told of; without it the way on leads to the timeline as a whole
   */
  tell(text: string, call?: NamedCall): void;
}

/** A prompt for a new conversation. */
interface NewConversation {
  readonly query: string;
  readonly model: { readonly vendor: string; readonly id: string };
}

/**
 * VS Code's chat, as far as extensions can drive it.
 *
 * VS Code offers extensions only the cancellation of the chat that had the focus last; a hook that denies a
 * call does not end the run, and what a hook says is shown folded away. The answer of a participant is seen.
 */
export class ChatPanel implements AgentControl {
  constructor(private readonly log: vscode.LogOutputChannel) {}

  /**
   * While no other agent is at work, cancelling cannot hit one. Otherwise, and when it hit nothing, the
   * conversation is brought to the front first.
   */
  async cancel(conversationId: string, { othersAtWork, hookGone }: AgentRun): Promise<boolean> {
    if (!othersAtWork) {
      await this.#try(conversationId, CANCEL);
      if (!HOOK_TELLS || (await happens(hookGone))) {
        return true;
      }
    }
    return (await this.#bringToFront(conversationId)) && (await this.#try(conversationId, CANCEL));
  }

  async reveal(conversationId: string): Promise<void> {
    await this.#bringToFront(conversationId);
  }

  async ask(conversationId: string, message: string): Promise<void> {
    await this.#try(conversationId, OPEN, { query: `@loopguard ${message}`, preserveInput: true });
  }

  /**
   * Sends a text to the agent of the chat that is in front; what the person has typed there stays.
   * @throws when VS Code's chat cannot be opened
   */
  async say(text: string): Promise<void> {
    await vscode.commands.executeCommand(OPEN, { query: text, preserveInput: true });
  }

  /**
   * Begins a conversation with VS Code's own agent.
   * @returns `answered` settles when the agent has ended, and rejects when the chat did not take the prompt
   * @throws when VS Code's chat cannot be opened
   */
  async begin({ query, model }: NewConversation): Promise<{ readonly answered: Promise<unknown> }> {
    await vscode.commands.executeCommand(OPEN);
    const known = await vscode.commands.getCommands(true);
    await (known.includes(NEW_LOCAL_CHAT)
      ? vscode.commands.executeCommand(NEW_LOCAL_CHAT, 'sidebar')
      : vscode.commands.executeCommand(NEW_CHAT));
    const options = { query, mode: 'agent', modelSelector: model, blockOnResponse: true };
    return { answered: Promise.resolve(vscode.commands.executeCommand(OPEN, options)) };
  }

  /** Cancels whatever answers in the chat that had the focus last. */
  async cancelFocused(): Promise<void> {
    await vscode.commands.executeCommand(CANCEL);
  }

  async cancelForeign(areOthersAtWork: () => boolean): Promise<void> {
    const lookAgain = Date.now() + OTHERS_LIMIT_MS;
    while (!areOthersAtWork() && Date.now() < lookAgain) {
      await new Promise((resolve) => setTimeout(resolve, OTHERS_INTERVAL_MS));
    }
    if (!areOthersAtWork()) {
      await this.#try('of another agent', CANCEL);
    }
  }

  tell(text: string, call?: NamedCall): void {
    const show = call === undefined ? translate('Show Timeline') : translate('Details');
    void vscode.window.showWarningMessage(text, show).then((chosen) => {
      if (chosen === show) {
        void (call === undefined
          ? runCommand('toolLoopGuard.showTimeline')
          : runCommand('toolLoopGuard.showDetection', { conversationId: call.conversationId, callId: call.callId }));
      }
    });
  }

  #bringToFront(conversationId: string): Promise<boolean> {
    return this.#try(conversationId, 'vscode.open', resourceOfConversation(conversationId));
  }

  async #try(conversationId: string, command: string, ...rest: unknown[]): Promise<boolean> {
    try {
      await vscode.commands.executeCommand(command, ...rest);
      return true;
    } catch (error) {
      this.log.error(
        `${command} failed in session ${conversationId}; calls of the stopped agent stay refused. ` +
          `${faultLine('cancelling', error)}`,
      );
      return false;
    }
  }
}

/** Resolves to whether the signal comes within the limit. */
function happens(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(signal.aborted);
    };
    const timer = setTimeout(end, HOOK_END_LIMIT_MS);
    signal.addEventListener('abort', end);
    if (signal.aborted) {
      end();
    }
  });
}
