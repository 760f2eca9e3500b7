import * as vscode from 'vscode';
import { faultLine } from '../../core/words/logLines';
import type { AgentControl, AgentRun, AwayNotice, NamedCall, Notice, StopWays } from './agentControl';
import { isChatInFront } from './chatInFront';
import { type Choice, detailsChoice, notALoopChoice, offer, offerUntilAnswered, timelineChoice } from './notification';
import { resourceOfConversation } from '../host/conversationId';
import { CANCEL, cancelled, CANCELS_WITHOUT_FOCUS, SENDS_WITHOUT_FOCUS, SUBMIT, submitted } from './chatSubmit';
import type { ChatModel } from '../host/demonstration';
import { happensWithin } from '../host/happensWithin';
import { translate } from '../host/translate';
import { Typing } from './typing';

/** A prompt reaches the hook of its session within this time (measured: 1 to 2 s under load). */
const OTHERS_LIMIT_MS = 2_500;
const OTHERS_INTERVAL_MS = 100;

/** VS Code ends the hook process of a run it cancels at once; after this long it has not been that run. */
const HOOK_END_LIMIT_MS = 2_000;

/** On Windows VS Code ends the shell of a hook and not the hook itself, so its end tells nothing. */
const HOOK_TELLS = process.platform !== 'win32';

const OPEN = 'workbench.action.chat.open';

/** A message that has not reached the participant after this long was not sent, even if the chat was busy. */
const ARRIVAL_LIMIT_MS = 8_000;

const FOCUS_EDITOR = 'workbench.action.focusActiveEditorGroup';
const NEW_CHAT = 'workbench.action.chat.newChat';

/** Begins a session of VS Code's own agent, where a new chat may be of another one. */
const NEW_LOCAL_CHAT = 'workbench.action.chat.openNewChatSessionInPlace.local';

/**
 * The parts of VS Code's chat that extensions can drive.
 *
 * A hook that denies a call does not end the run, and what a hook says is shown folded away. The answer of a
 * participant is seen.
 */
export class ChatPanel implements AgentControl, vscode.Disposable {
  readonly #typing = new Typing();
  readonly #arrivals = new vscode.EventEmitter<void>();

  constructor(private readonly log: vscode.LogOutputChannel) {}

  dispose(): void {
    this.#typing.dispose();
    this.#arrivals.dispose();
  }

  /** The participant was asked something. */
  arrived(): void {
    this.#arrivals.fire();
  }

  /**
   * Where VS Code cancels the chat that it is told, that moves nothing. Elsewhere, while no other agent is at work,
   * cancelling cannot hit one; otherwise, and when it hit nothing, the conversation is brought to the front first.
   */
  async cancel(conversationId: string, { othersAtWork, hookGone }: AgentRun): Promise<boolean> {
    if (CANCELS_WITHOUT_FOCUS || !othersAtWork) {
      await this.#cancelInPlace(conversationId);
      if (!HOOK_TELLS || (await hasEnded(hookGone))) {
        return true;
      }
    }
    return this.#cancelInFront(conversationId);
  }

  /** Brings the conversation's chat to the front. */
  async reveal(conversationId: string): Promise<void> {
    await this.#bringToFront(conversationId);
  }

  async ask(conversationId: string, message: string, notice?: AwayNotice): Promise<void> {
    const isInFront = notice === undefined ? undefined : await isChatInFront(conversationId);
    if (notice !== undefined && !(isInFront ?? !notice.isProbablyAway)) {
      if (CANCELS_WITHOUT_FOCUS) {
        const run = async (): Promise<void> => {
          await this.reveal(conversationId);
          await this.ask(conversationId, message);
        };
        return offer(notice.text, [{ title: translate('Show Chat'), run }, detailsChoice(notice.call)]);
      }
      await this.reveal(conversationId);
    }
    const query = `@loopguard ${message}`;
    if (!SENDS_WITHOUT_FOCUS) {
      await this.#openAndSend(conversationId, query);
      return;
    }
    const arrived = happensWithin(ARRIVAL_LIMIT_MS, this.#arrivals.event);
    const isSent = await this.#try(conversationId, SUBMIT, submitted(query));
    // In a chat that is in front it waits behind messages that the person has queued, however long those take.
    if (!isSent || (isInFront !== true && !(await arrived))) {
      // No chat has had the focus, or this VS Code sends in another way.
      await this.#openAndSend(conversationId, query);
    }
  }

  /**
   * Sends a text to the agent of the chat that had the focus last, which the person has just used; what they have typed
   * there stays.
   * @throws when VS Code's chat cannot be opened
   */
  async say(text: string): Promise<void> {
    await (SENDS_WITHOUT_FOCUS
      ? vscode.commands.executeCommand(SUBMIT, submitted(text))
      : vscode.commands.executeCommand(OPEN, { query: text, preserveInput: true }));
  }

  /**
   * Begins a new conversation with VS Code's own agent.
   * @throws when VS Code's chat cannot be opened
   */
  async newChat(): Promise<void> {
    await vscode.commands.executeCommand(OPEN);
    const known = await vscode.commands.getCommands(true);
    await (known.includes(NEW_LOCAL_CHAT)
      ? vscode.commands.executeCommand(NEW_LOCAL_CHAT, 'sidebar')
      : vscode.commands.executeCommand(NEW_CHAT));
  }

  /**
   * Sends a message in the chat that is in front, and picks a model for it if one is named.
   * @returns settles when it is answered, and rejects when the chat did not take it
   */
  send(query: string, model?: ChatModel): Promise<unknown> {
    const picked = model === undefined ? {} : { mode: 'agent', modelSelector: model };
    return Promise.resolve(vscode.commands.executeCommand(OPEN, { query, ...picked, blockOnResponse: true }));
  }

  /** Picks a model in the chat that had the focus last, and with it for new chats. */
  async pickModel({ vendor, id }: ChatModel): Promise<void> {
    await this.#typing.untilQuiet();
    const wasInEditor = this.#typing.isRecent;
    await vscode.commands.executeCommand(OPEN, { modelSelector: { vendor, id } });
    if (wasInEditor) {
      await vscode.commands.executeCommand(FOCUS_EDITOR);
    }
  }

  /** Cancels whatever answers in the chat that had the focus last. */
  async cancelFocused(): Promise<void> {
    await vscode.commands.executeCommand(CANCEL);
  }

  async cancelForeign(areOthersAtWork: () => boolean): Promise<boolean> {
    const lookAgain = Date.now() + OTHERS_LIMIT_MS;
    while (!areOthersAtWork() && Date.now() < lookAgain) {
      await new Promise((resolve) => setTimeout(resolve, OTHERS_INTERVAL_MS));
    }
    return !areOthersAtWork() && (await this.#try('of another agent', CANCEL));
  }

  tell(text: string, call?: NamedCall): void {
    offer(text, call === undefined ? [timelineChoice()] : [detailsChoice(call)]);
  }

  tellStop({ text, call }: Notice, { steering, chat }: StopWays): void {
    const show = async (): Promise<void> => {
      if (chat !== undefined) {
        await this.#try(call.conversationId, 'vscode.open', vscode.Uri.parse(chat));
      }
    };
    const steer = async (query: string): Promise<void> => {
      await show();
      // In the input, where the person sends it, or does not.
      await this.#try(call.conversationId, OPEN, { query, isPartialQuery: true });
    };
    const first: Choice[] =
      steering !== undefined
        ? [{ title: translate('Try a Different Approach'), run: () => steer(steering) }]
        : chat !== undefined
          ? [{ title: translate('Show Chat'), run: show }]
          : [];
    offerUntilAnswered(text, [...first, notALoopChoice(call), detailsChoice(call)]);
  }

  async stop(conversationId: string, othersAtWork: boolean): Promise<void> {
    await (CANCELS_WITHOUT_FOCUS || !othersAtWork
      ? this.#cancelInPlace(conversationId)
      : this.#cancelInFront(conversationId));
  }

  tellRunning(text: string, call: NamedCall, stop: (() => Promise<void>) | undefined): void {
    const stopAgent = stop === undefined ? [] : [{ title: translate('Stop Agent'), run: stop }];
    offer(text, [...stopAgent, detailsChoice(call)]);
  }

  /** Takes the focus for a moment, but not while the person types, and gives it back to the editor that had it. */
  async #openAndSend(conversationId: string, query: string): Promise<void> {
    await this.#typing.untilQuiet();
    const wasInEditor = this.#typing.isRecent;
    await this.#try(conversationId, OPEN, { query, preserveInput: true });
    if (wasInEditor) {
      await this.#try(conversationId, FOCUS_EDITOR);
    }
  }

  #cancelInPlace(conversationId: string): Promise<boolean> {
    return CANCELS_WITHOUT_FOCUS
      ? this.#try(conversationId, CANCEL, cancelled(resourceOfConversation(conversationId)))
      : this.#try(conversationId, CANCEL);
  }

  /** Moves what the person looks at, and gives the focus back to the editor that had it. */
  async #cancelInFront(conversationId: string): Promise<boolean> {
    const editor = this.#typing.isRecent ? vscode.window.activeTextEditor : undefined;
    const isCancelled = (await this.#bringToFront(conversationId)) && (await this.#try(conversationId, CANCEL));
    if (editor !== undefined) {
      await vscode.window.showTextDocument(editor.document, editor.viewColumn);
    }
    return isCancelled;
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

/** Whether the process of a hook has ended within the limit, or has already. */
async function hasEnded(hookGone: AbortSignal): Promise<boolean> {
  const onEnd = (listener: () => void): { dispose(): void } => {
    hookGone.addEventListener('abort', listener);
    return { dispose: () => hookGone.removeEventListener('abort', listener) };
  };
  return hookGone.aborted || happensWithin(HOOK_END_LIMIT_MS, onEnd);
}
