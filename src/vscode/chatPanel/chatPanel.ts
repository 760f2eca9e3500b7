import * as vscode from 'vscode';
import { faultLine } from '../../core/words/logLines';
import {
  type Choice,
  detailsChoice,
  type NamedCall,
  type Notice,
  notALoopChoice,
  offer,
  timelineChoice,
} from './notification';
import { resourceOfConversation } from '../host/conversationId';
import type { ChatModel } from '../host/demonstration';
import { happensWithin } from '../host/happensWithin';
import { prompts } from '../host/prompts';
import { translate } from '../host/translate';

/** Sends a message in the chat that had the focus last, and moves no focus where VS Code knows how. */
const SUBMIT = 'workbench.action.chat.submit';

/** Cancels the run of a chat: the one that had the focus last, unless VS Code is told another. */
const CANCEL = 'workbench.action.chat.cancel';

/**
 * Whether this VS Code sends a message, and cancels the chat that it is given, without moving the focus. Measured from
 * 1.139 on; `chat.open` always takes the focus.
 */
const WORKS_WITHOUT_FOCUS = hasCommandsWithoutFocus();

function hasCommandsWithoutFocus(): boolean {
  const [major = 0, minor = 0] = vscode.version.split('.').map(Number);
  return major > 1 || (major === 1 && minor >= 139);
}

/**
 * The arguments of {@link SUBMIT}. What the person has typed in the chat stays, and messages that they have queued are
 * sent first: otherwise VS Code asks what should happen to those.
 */
function submitted(inputValue: string): object {
  return { inputValue, acceptInputOptions: { preserveInput: true, preserveFocus: true, queue: 'queued' } };
}

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

export interface AgentRun {
  readonly othersAtWork: boolean;
  /** The hook process of the refused call has been ended, as VS Code does when it cancels the run. */
  readonly hookGone: AbortSignal;
}

/** What a person can do about a stop in whose chat nothing can be written. */
export interface StopWays {
  /** What they may tell the agent; undefined for an agent whose input cannot be filled, as in a terminal. */
  readonly steering: string | undefined;
  /** Where VS Code opens the chat; undefined if unknown. */
  readonly chat: string | undefined;
}

/** What is told in a notification if the chat is not in front. */
export interface AwayNotice extends Notice {
  /** Whether the chat is probably not in front, in a VS Code that does not tell. */
  readonly isProbablyAway: boolean;
}

export type AgentControl = Pick<
  ChatPanel,
  'cancel' | 'ask' | 'cancelForeign' | 'tell' | 'tellStop' | 'stop' | 'tellRunning'
>;

/**
 * The parts of VS Code's chat that extensions can drive.
 *
 * A hook that denies a call does not end the run, and what a hook says is shown folded away. The answer of a
 * participant is seen.
 */
export class ChatPanel implements vscode.Disposable {
  readonly #typing = new Typing();
  readonly #arrivals = new vscode.EventEmitter<void>();
  #told: { readonly conversationId: string; readonly choices: readonly Choice[] } | undefined;

  constructor(private readonly log: vscode.LogOutputChannel) {}

  dispose(): void {
    this.#typing.dispose();
    this.#arrivals.dispose();
  }

  arrived(): void {
    this.#arrivals.fire();
  }

  /**
   * Ends the agent's run in a conversation. Cancelled before the hook answers, the agent cannot reach its next model
   * request; cancelled after the answer, it sometimes does (measured, no safe moment exists).
   *
   * Where VS Code cancels the chat that it is given, nothing moves. Elsewhere, while no other agent is at work,
   * cancelling cannot hit one; otherwise, and when it hit nothing, the conversation is brought to the front first.
   * @returns whether VS Code says that the run has ended
   */
  async cancel(conversationId: string, { othersAtWork, hookGone }: AgentRun): Promise<boolean> {
    if (WORKS_WITHOUT_FOCUS || !othersAtWork) {
      await this.#cancelInPlace(conversationId);
      if (!HOOK_TELLS || (await hasEnded(hookGone))) {
        return true;
      }
    }
    return this.#cancelInFront(conversationId);
  }

  reveal(conversationId: string): Promise<boolean> {
    return this.#try(conversationId, 'vscode.open', resourceOfConversation(conversationId));
  }

  /**
   * Sends a message to `@loopguard` in the chat that had the focus last; its answer is always seen. The focus stays
   * where the person has it, or is taken only while nobody types.
   * @param notice shown in a notification that leads to the chat if another chat is in front, or may be; left out if
   * the person has just used the chat
   */
  async ask(conversationId: string, message: string, notice?: AwayNotice): Promise<void> {
    const place = notice === undefined ? undefined : await placeOf(conversationId);
    const isAway =
      notice !== undefined &&
      (place === undefined || place === 'editor' ? notice.isProbablyAway : place === 'elsewhere');
    if (isAway) {
      if (WORKS_WITHOUT_FOCUS) {
        const run = async (): Promise<void> => {
          await this.reveal(conversationId);
          await this.ask(conversationId, message);
        };
        const show = { title: translate('Show Chat'), run };
        const choices = [show, notALoopChoice(notice.call), detailsChoice(notice.call)];
        void offer(notice.text, choices, prompts.showErrorMessage);
        return;
      }
      await this.reveal(conversationId);
    } else if (place === 'editor') {
      await this.#typing.untilQuiet();
      await this.reveal(conversationId);
    }
    const query = `@loopguard ${message}`;
    if (!WORKS_WITHOUT_FOCUS) {
      await this.#openAndSend(conversationId, query);
      return;
    }
    const arrived = happensWithin(ARRIVAL_LIMIT_MS, this.#arrivals.event);
    const isSent = await this.#try(conversationId, SUBMIT, submitted(query));
    // In a chat that is in front it waits behind messages that the person has queued, however long those take.
    if (!isSent || (place === undefined && !(await arrived))) {
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
    await (WORKS_WITHOUT_FOCUS
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

  async cancelFocused(): Promise<void> {
    await vscode.commands.executeCommand(CANCEL);
  }

  /**
   * Ends the run of an agent in a chat that cannot be named, such as one of the Agent Host: what answers in the chat
   * that had the focus last is cancelled, unless other agents are at work, one of which it might be. Waits a little
   * before it asks: an agent that was asked something a moment ago has called no hook yet.
   * @returns whether VS Code was asked to cancel
   */
  async cancelForeign(areOthersAtWork: () => boolean): Promise<boolean> {
    const lookAgain = Date.now() + OTHERS_LIMIT_MS;
    while (!areOthersAtWork() && Date.now() < lookAgain) {
      await new Promise((resolve) => setTimeout(resolve, OTHERS_INTERVAL_MS));
    }
    return !areOthersAtWork() && (await this.#try('of another agent', CANCEL));
  }

  /** @param call without it the notification leads to the timeline as a whole */
  tell(text: string, call?: NamedCall): void {
    void offer(text, call === undefined ? [timelineChoice()] : [detailsChoice(call)]);
  }

  tellStop({ text, call }: Notice, { steering, chat }: StopWays): void {
    const show = async (): Promise<void> => {
      if (chat !== undefined) {
        await this.#try(call.conversationId, 'vscode.open', vscode.Uri.parse(chat));
      }
    };
    const writing = (title: string, query: string): Choice => ({
      title,
      run: async () => {
        await show();
        // In the input, where the person sends it, or does not.
        await this.#try(call.conversationId, OPEN, { query, isPartialQuery: true });
      },
    });
    const first: Choice[] =
      steering !== undefined
        ? [
            writing(translate('Try a Different Approach'), steering),
            writing(translate('Continue Anyway'), translate('Continue.')),
          ]
        : chat !== undefined
          ? [{ title: translate('Show Chat'), run: show }]
          : [];
    const [notALoop, details] = [notALoopChoice(call), detailsChoice(call)];
    this.#told = { conversationId: call.conversationId, choices: [...first, notALoop, details] };
    // A fourth button is cut off. The details offer what is left out here.
    void offer(text, [...first, ...(first.length < 2 ? [notALoop] : []), details], prompts.showErrorMessage);
  }

  /** What the newest notification of a stop offered; undefined where it was of another conversation. */
  choicesTold(conversationId: string): readonly Choice[] | undefined {
    return this.#told?.conversationId === conversationId ? this.#told.choices : undefined;
  }

  async stop(conversationId: string, othersAtWork: boolean): Promise<void> {
    await (WORKS_WITHOUT_FOCUS || !othersAtWork
      ? this.#cancelInPlace(conversationId)
      : this.#cancelInFront(conversationId));
  }

  /**
   * Notifies the person of an agent that is still running, without taking the focus.
   * @param stop undefined if nothing can stop the agent
   */
  tellRunning(text: string, call: NamedCall, stop: (() => Promise<void>) | undefined): void {
    const stopAgent = stop === undefined ? [] : [{ title: translate('Stop Agent'), run: stop }];
    void offer(text, [...stopAgent, detailsChoice(call)]);
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
    // VS Code's own buttons hand over the widget of the chat, and VS Code reads only this from it.
    const widget = { viewModel: { sessionResource: resourceOfConversation(conversationId) } };
    return this.#try(conversationId, CANCEL, ...(WORKS_WITHOUT_FOCUS ? [{ widget }] : []));
  }

  /** Moves what the person looks at, and gives the focus back to the editor that had it. */
  async #cancelInFront(conversationId: string): Promise<boolean> {
    const editor = this.#typing.isRecent ? vscode.window.activeTextEditor : undefined;
    const isCancelled = (await this.reveal(conversationId)) && (await this.#try(conversationId, CANCEL));
    if (editor !== undefined) {
      await vscode.window.showTextDocument(editor.document, editor.viewColumn);
    }
    return isCancelled;
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

async function hasEnded(hookGone: AbortSignal): Promise<boolean> {
  const onEnd = (listener: () => void): { dispose(): void } => {
    hookGone.addEventListener('abort', listener);
    return { dispose: () => hookGone.removeEventListener('abort', listener) };
  };
  return hookGone.aborted || happensWithin(HOOK_END_LIMIT_MS, onEnd);
}

/** Hands a chat over to another mode, and answers why it could not. */
const HAND_OVER = 'workbench.action.chat.executeHandoff';

/** A handoff that no mode has: asked for it, {@link HAND_OVER} does nothing. */
const NO_HANDOFF = 'tool-loop-guard';

/**
 * Where the chat of a conversation is: `front` if it had the focus last. No API tells, but VS Code's refusal of a
 * handoff says whether any view shows a chat, and which mode is picked there. Where chats stand in editors, which of
 * them had the focus can't be told: `editor` if one of them is shown, so that no file is covered.
 * @returns undefined where this VS Code does not tell
 */
async function placeOf(conversationId: string): Promise<'front' | 'editor' | 'elsewhere' | undefined> {
  const [own, nobodys, focused] = await Promise.all([
    refusal(resourceOfConversation(conversationId)),
    refusal(resourceOfConversation('')),
    refusal(),
  ]);
  if (own === undefined || nobodys === undefined || focused === undefined) {
    return undefined;
  }
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const hasChatEditors = all.some(({ tabs }) => tabs.some(isChat));
  const isShown = own !== nobodys && (hasChatEditors ? isChat(activeTabGroup.activeTab) : own === focused);
  return !isShown ? 'elsewhere' : hasChatEditors ? 'editor' : 'front';
}

async function refusal(sessionResource?: vscode.Uri): Promise<string | undefined> {
  try {
    const answer = await vscode.commands.executeCommand<{ readonly error?: unknown } | undefined>(HAND_OVER, {
      id: NO_HANDOFF,
      sessionResource: sessionResource?.toString(),
    });
    return typeof answer?.error === 'string' ? answer.error : undefined;
  } catch {
    return undefined;
  }
}

/** Stable typings do not carry the tab of a chat. */
function isChat(tab: vscode.Tab | undefined): boolean {
  const { TabInputChat } = vscode as { readonly TabInputChat?: new () => unknown };
  return TabInputChat !== undefined && tab?.input instanceof TabInputChat;
}

/** After this long without a change or a move of the cursor, nobody is taken to be typing. */
const QUIET_MS = 1_500;
const LOOK_AGAIN_MS = 100;

/** A user who worked in an editor this recently wants to continue there. */
const RECENT_MS = 60_000;

/** Typing in editors only: extensions cannot see what is typed into a terminal or the chat. */
class Typing implements vscode.Disposable {
  #lastMs = 0;
  readonly #listening = vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
      // Edits of agents move the cursor without a kind.
      if (
        kind === vscode.TextEditorSelectionChangeKind.Keyboard ||
        kind === vscode.TextEditorSelectionChangeKind.Mouse
      ) {
        this.#lastMs = Date.now();
      }
    }),
  );

  get isRecent(): boolean {
    return Date.now() - this.#lastMs < RECENT_MS;
  }

  async untilQuiet(): Promise<void> {
    while (Date.now() - this.#lastMs < QUIET_MS) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  dispose(): void {
    this.#listening.dispose();
  }
}
