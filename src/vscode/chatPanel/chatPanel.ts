import * as vscode from 'vscode';
import { isOlder } from '../../core/protection/facts';
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

/** Sends a message in the chat that had the focus last, without moving the focus where VS Code can. */
const SUBMIT = 'workbench.action.chat.submit';

/** Cancels the run of the chat that had the focus last, unless VS Code is given another. */
const CANCEL = 'workbench.action.chat.cancel';

/** Sends, and cancels a given chat, without moving the focus (measured from 1.139 on); `chat.open` always takes it. */
const WORKS_WITHOUT_FOCUS = !isOlder(vscode.version, '1.139');

/** Keeps what the user has typed. Sends queued messages first: otherwise, VS Code asks what should happen to those. */
function submitted(inputValue: string): object {
  return { inputValue, acceptInputOptions: { preserveInput: true, preserveFocus: true, queue: 'queued' } };
}

/** A prompt reaches the hook of its session within this time (measured: 1 to 2 s under load). */
const OTHERS_LIMIT_MS = 2_500;
const OTHERS_INTERVAL_MS = 100;

/** VS Code ends the hook process of a run that it cancels at once; after this long, it was another run. */
const HOOK_END_LIMIT_MS = 2_000;

/** On Windows, VS Code ends the shell of a hook but not the hook itself, so the hook's end says nothing. */
const HOOK_TELLS = process.platform !== 'win32';

const OPEN = 'workbench.action.chat.open';

/** A message that hasn't reached the participant by then wasn't sent, even if the chat was busy. */
const ARRIVAL_LIMIT_MS = 8_000;

const FOCUS_EDITOR = 'workbench.action.focusActiveEditorGroup';
const NEW_CHAT = 'workbench.action.chat.newChat';

/** Begins a session of VS Code's own agent, even where a new chat may be of another one. */
const NEW_LOCAL_CHAT = 'workbench.action.chat.openNewChatSessionInPlace.local';

export interface AgentRun {
  readonly othersAtWork: boolean;
  /** Aborted when the hook process of the refused call is ended, as VS Code does when it cancels the run. */
  readonly hookGone: AbortSignal;
}

/** For a stop in a chat that we can't write to. */
export interface StopWays {
  /** A message for the agent; undefined if its input can't be filled, as in a terminal. */
  readonly steering: string | undefined;
  /** The URI of the chat; undefined if unknown. */
  readonly chat: string | undefined;
}

/** For a notification if the chat isn't in front. */
export interface AwayNotice extends Notice {
  /** For versions of VS Code that don't say whether the chat is in front. */
  readonly isProbablyAway: boolean;
}

export type AgentControl = Pick<ChatPanel, 'cancel' | 'ask' | 'cancelForeign' | 'tell' | 'tellStop' | 'stop'>;

/** A hook that denies a call doesn't end the run, and its message is folded away. A participant's answer is seen. */
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
   * Canceled before the hook answers, the agent can't reach its next model request; afterwards, it sometimes does
   * (measured, no safe moment exists). Brings the conversation to the front only if canceling in place could hit
   * another agent, or hit nothing. Returns whether VS Code says that the run has ended.
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
   * Its answer is always seen. In the chat that had the focus last; takes the focus only while nobody types.
   * @param notice leads to the chat if another one is, or may be, in front; left out if the user has just used the chat
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
    // In the chat in front, it waits behind the user's queued messages, however long those take.
    if (!isSent || (place === undefined && !(await arrived))) {
      // No chat has had the focus, or this VS Code sends in another way.
      await this.#openAndSend(conversationId, query);
    }
  }

  /** In the chat that the user has just used; keeps what they have typed there. @throws if the chat can't be opened */
  async say(text: string): Promise<void> {
    await (WORKS_WITHOUT_FOCUS
      ? vscode.commands.executeCommand(SUBMIT, submitted(text))
      : vscode.commands.executeCommand(OPEN, { query: text, preserveInput: true }));
  }

  /** With VS Code's own agent. @throws if the chat can't be opened */
  async newChat(): Promise<void> {
    await vscode.commands.executeCommand(OPEN);
    const known = await vscode.commands.getCommands(true);
    await (known.includes(NEW_LOCAL_CHAT)
      ? vscode.commands.executeCommand(NEW_LOCAL_CHAT, 'sidebar')
      : vscode.commands.executeCommand(NEW_CHAT));
  }

  /** In the chat that is in front. Settles when it is answered, and rejects if the chat didn't take it. */
  send(query: string, model?: ChatModel): Promise<unknown> {
    const picked = model === undefined ? {} : { mode: 'agent', modelSelector: model };
    return Promise.resolve(vscode.commands.executeCommand(OPEN, { query, ...picked, blockOnResponse: true }));
  }

  /** In the chat that had the focus last, and thereby for new chats. */
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
   * For a chat that can't be named, such as one of the Agent Host: cancels the chat that had the focus last, unless
   * other agents are running, as it might be one of those. Waits first, because an agent that was just asked something
   * has called no hook yet. Returns whether VS Code was asked to cancel.
   */
  async cancelForeign(areOthersAtWork: () => boolean): Promise<boolean> {
    const lookAgain = Date.now() + OTHERS_LIMIT_MS;
    while (!areOthersAtWork() && Date.now() < lookAgain) {
      await new Promise((resolve) => setTimeout(resolve, OTHERS_INTERVAL_MS));
    }
    return !areOthersAtWork() && (await this.#try('of another agent', CANCEL));
  }

  /**
   * @param call without it, the notification leads to the whole timeline
   * @param stop stops an agent that is still running; undefined if nothing can
   */
  tell(text: string, call?: NamedCall, stop?: () => Promise<void>): void {
    const stopAgent = stop === undefined ? [] : [{ title: translate('Stop Agent'), run: stop }];
    void offer(text, [...stopAgent, call === undefined ? timelineChoice() : detailsChoice(call)]);
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
        // Only fills the input: the user decides whether to send it.
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
    // A fourth button would be cut off. The details offer what is left out here.
    void offer(text, [...first, ...(first.length < 2 ? [notALoop] : []), details], prompts.showErrorMessage);
  }

  /** Of the newest stop's notification; undefined if that was about another conversation. */
  choicesTold(conversationId: string): readonly Choice[] | undefined {
    return this.#told?.conversationId === conversationId ? this.#told.choices : undefined;
  }

  async stop(conversationId: string, othersAtWork: boolean): Promise<void> {
    await (WORKS_WITHOUT_FOCUS || !othersAtWork
      ? this.#cancelInPlace(conversationId)
      : this.#cancelInFront(conversationId));
  }

  /** Takes the focus for a moment, but not while the user types, and gives it back to the editor that had it. */
  async #openAndSend(conversationId: string, query: string): Promise<void> {
    await this.#typing.untilQuiet();
    const wasInEditor = this.#typing.isRecent;
    await this.#try(conversationId, OPEN, { query, preserveInput: true });
    if (wasInEditor) {
      await this.#try(conversationId, FOCUS_EDITOR);
    }
  }

  #cancelInPlace(conversationId: string): Promise<boolean> {
    // VS Code's own buttons pass the widget of the chat, and VS Code reads only this from it.
    const widget = { viewModel: { sessionResource: resourceOfConversation(conversationId) } };
    return this.#try(conversationId, CANCEL, ...(WORKS_WITHOUT_FOCUS ? [{ widget }] : []));
  }

  /** Changes what the user looks at, and gives the focus back to the editor that had it. */
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

/** Hands a chat over to another mode, and says why it couldn't. */
const HAND_OVER = 'workbench.action.chat.executeHandoff';

/** A handoff that no mode has, so that {@link HAND_OVER} does nothing. */
const NO_HANDOFF = 'tool-loop-guard';

/**
 * `front`: the chat had the focus last. No API says so, but VS Code's refusal of a handoff says whether any view shows
 * a chat, and which mode is picked there. Which of several chat editors had the focus can't be known: `editor` if one
 * is shown, so that no file is covered. Undefined if this VS Code doesn't say.
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

/** Stable typings don't have the tab of a chat. */
function isChat(tab: vscode.Tab | undefined): boolean {
  const { TabInputChat } = vscode as { readonly TabInputChat?: new () => unknown };
  return TabInputChat !== undefined && tab?.input instanceof TabInputChat;
}

/** If the cursor hasn't moved for this long, nobody is typing. */
const QUIET_MS = 1_500;
const LOOK_AGAIN_MS = 100;

/** A user who worked in an editor this recently wants to continue there. */
const RECENT_MS = 60_000;

/** Only in editors: extensions can't see what is typed into a terminal or the chat. */
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
