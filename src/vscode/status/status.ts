import * as vscode from 'vscode';
import { BUDGET_CHOICES } from '../../core/budget/budgetMeter';
import { resetText } from '../../core/chat/answer';
import { SECTION, ENGINE_KEYS, rowOf, TOP_NAMES, topOf } from '../../core/settings/table';
import { type MenuAction, menuEntries } from '../../core/status/menu';
import { budgetChoiceTitle } from '../../core/words/budgetTexts';
import { type Handler, type Handlers, runCommand } from '../host/commands';
import { DEMONSTRATION_TOOL } from '../host/ids';
import { prompts } from '../host/prompts';
import { translate } from '../host/translate';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { pickConversation } from '../window/pickConversation';
import { AnswerPage } from './answerPage';
import { ChatSettings, confirm } from './chatSettings';
import { countWords, windowStateOf } from './statusBar';
import { callGiven } from '../../core/timeline/timeline';
import { undoing } from '../../core/feedback/settingsChange';
import { toolLabel } from '../../core/words/quoting';
import type { Detection } from '../../engine/decision/verdict';
import { conversationName } from '../../core/timeline/conversationLabel';
import { stopFacts } from '../../core/words/stopFacts';
import { sessionTypeName } from '../../node/agents/sessions';
import { runCommandLine } from '../../node/away/runCommandLine';

const ALL_SETTINGS = '@ext:tool-loop-guard.tool-loop-guard';

/** The commands act on one conversation, and ask which if there are several. */
export function registerStatus(window: GuardWindow): Registered<'status'> {
  const page = new AnswerPage(window);
  const running = window.onDetection((detection) => runStopCommand(window, detection));
  return { parts: [page, running], commands: statusCommands(window, page) };
}

function statusCommands(window: GuardWindow, page: AnswerPage): Handlers<'status'> {
  const { guard, timeline, chat, sessions, activity, budgets } = window;
  const settings = new ChatSettings(window);
  const isLocal = (conversationId: string): boolean => (sessions.typeOf(conversationId) ?? 'local') === 'local';
  const askHere = async (conversationId: string, kind: 'why' | 'status'): Promise<void> => {
    if (!isLocal(conversationId)) {
      // Only a chat of VS Code's own agent answers commands.
      return page.answer(conversationId, kind);
    }
    await chat.reveal(conversationId);
    await chat.ask(conversationId, `/tool-loop-${kind}`);
  };
  const resume = async (conversationId: string): Promise<void> => {
    const isStopped = guard.status(conversationId).stopped !== undefined;
    guard.reset(conversationId);
    if (isStopped && isLocal(conversationId)) {
      await chat.reveal(conversationId);
      await chat.say(translate('Continue.'));
    } else {
      confirm(resetText(isStopped, translate));
    }
  };
  const changeBudget = async (conversationId: string): Promise<void> => {
    const items = BUDGET_CHOICES.map((choice) => ({ label: budgetChoiceTitle(choice, translate), choice }));
    const picked = await prompts.showQuickPick(items, { title: translate('Budget of this chat') });
    if (picked !== undefined) {
      budgets.choose(conversationId, picked.choice);
    }
  };

  /** A choice shows that the user has seen what the menu is about. */
  const showMenu = async (): Promise<unknown> => {
    const state = windowStateOf(window);
    const { stopped, warned } = state.status;
    const items = menuEntries(state, countWords()).map(
      (entry): vscode.QuickPickItem & { readonly action?: MenuAction } => {
        if ('heading' in entry) {
          return { label: entry.heading, kind: vscode.QuickPickItemKind.Separator };
        }
        const { icon, ...shown } = entry;
        return { ...shown, iconPath: new vscode.ThemeIcon(icon) };
      },
    );
    const options = { title: 'Tool Loop Guard', placeHolder: translate('What would you like to do?') };
    const { action } = (await prompts.showQuickPick(items, options)) ?? {};
    if (action === undefined) {
      return;
    }
    activity.see();
    const id = state.conversation?.id ?? '';
    const loop = stopped ?? warned;
    const call = loop && { conversationId: loop.conversationId, callId: loop.callId };
    const actions: Record<MenuAction, () => unknown> = {
      differentApproach: async () => {
        await chat.reveal(id);
        return stopped && runCommand('toolLoopGuard.tryDifferentApproach', window.stops.add(stopped));
      },
      resume: () => resume(id),
      budget: () => changeBudget(id),
      mode: () => settings.pickMode(id),
      switchDetection: () => settings.switchDetection(id),
      snooze: () => settings.snooze(id),
      chatSettings: () => settings.change(id),
      chatStatus: () => askHere(id, 'status'),
      showDetails: () => runCommand('toolLoopGuard.showDetection', call),
      notALoop: () => runCommand('toolLoopGuard.markAsFine', call),
      checkProtection: () => runCommand('toolLoopGuard.checkProtection'),
      stopThread: () => runCommand('toolLoopGuard.stopThread'),
      timeline: () => runCommand('toolLoopGuard.showTimeline'),
      metrics: () => runCommand('toolLoopGuard.showMetrics'),
      settings: () => runCommand('toolLoopGuard.openSettings'),
      log: () => runCommand('toolLoopGuard.showLog'),
      tryIt: () => runCommand('toolLoopGuard.tryIt'),
    };
    return actions[action]();
  };

  const inConversation =
    (title: string, run: (conversationId: string) => Promise<void> | void): Handler =>
    async () => {
      const nothing = translate('Tool Loop Guard hasn’t seen a chat in this window yet.');
      const conversation = await pickConversation(timeline.conversations, title, nothing);
      if (conversation !== undefined) {
        await run(conversation.id);
      }
    };
  /** With a stop, there is nothing to ask; without one, the user chooses the conversation. */
  const ofStop =
    (title: string, run: (conversationId: string) => Promise<void>): Handler =>
    async (...given) => {
      const conversationId = activity.statusAt(Date.now()).stopped?.conversationId;
      await (conversationId === undefined ? inConversation(title, run)(...given) : run(conversationId));
    };
  return {
    'toolLoopGuard.followLink': (id) => followLink(id, window, settings),
    'toolLoopGuard.showMenu': showMenu,
    'toolLoopGuard.statusBarClicked': showMenu,
    'toolLoopGuard.changeChatSettings': inConversation(translate('Change settings for a chat'), (id) =>
      settings.change(id),
    ),
    'toolLoopGuard.startFreshCount': ofStop(translate('Let a stopped agent continue'), resume),
    'toolLoopGuard.explainStop': ofStop(translate('Why was the agent stopped?'), (id) => askHere(id, 'why')),
    'toolLoopGuard.showStatus': inConversation(translate('Show status'), (id) => askHere(id, 'status')),
    'toolLoopGuard.neverJudgeTool': (given) => excludeTool(window, given),
    'toolLoopGuard.openSettings': (name) => {
      const key = ENGINE_KEYS.find((each) => each === name);
      const written = key === undefined ? String(name) : topOf(rowOf(key).name);
      return vscode.commands.executeCommand(
        'workbench.action.openSettings',
        TOP_NAMES.includes(written) ? `@id:${SECTION}.${written}` : ALL_SETTINGS,
      );
    },
  };
}

/** Asks which tool, and offers to undo it. @param given a line of the timeline, whose tool comes first */
async function excludeTool({ timeline, userSettings }: GuardWindow, given: unknown): Promise<void> {
  const meant = callGiven(timeline, given)?.call?.tool;
  const called = timeline.conversations.flatMap(({ calls }) => calls.toReversed().map(({ tool }) => tool));
  const items = [...new Set([...(meant === undefined ? [] : [meant]), ...called])].map((tool) => ({
    label: toolLabel(tool),
    tool,
  }));
  const picked = await prompts.showQuickPick(items, {
    title: translate('Exclude a tool from loop detection'),
    placeHolder: translate('Select a tool to exclude in all chats'),
  });
  if (picked === undefined) {
    return;
  }
  const made = await userSettings.exclude(picked.tool);
  if (made === undefined) {
    return;
  }
  const undo = translate('Undo');
  const answer = await prompts.showInformationMessage(
    translate('{tool} is excluded from loop detection.', { tool: picked.label }),
    undo,
  );
  const undone = answer === undo ? undoing(userSettings.values, made) : undefined;
  if (undone !== undefined) {
    await userSettings.apply(undone);
  }
}

const TIMEOUT_MS = 10_000;

/** Not for a demonstration. Fails open. */
function runStopCommand({ settings, timeline, sessions, log }: GuardWindow, detection: Detection): void {
  const { onStop } = settings.current.window;
  if (onStop.trim() === '' || detection.action !== 'break' || detection.tool === DEMONSTRATION_TOOL) {
    return;
  }
  const conversation = timeline.conversation(detection.conversationId);
  const agent = sessionTypeName(sessions.typeOf(detection.conversationId) ?? 'local') ?? '';
  const chat = conversation && conversationName(conversation, translate);
  void runCommandLine(onStop, stopFacts(detection, agent, chat, translate), {
    environment: process.env,
    timeoutMs: TIMEOUT_MS,
    onFault: (reason) => log.warn(`The command line of toolLoopGuard.onStop failed: ${reason}`),
  });
}

async function followLink(id: unknown, window: GuardWindow, settings: ChatSettings): Promise<unknown> {
  const open = window.links.find(id);
  if (open === undefined) {
    void prompts.showInformationMessage(translate('This link has expired.'));
    return;
  }
  const { link, conversationId } = open;
  switch (link.kind) {
    case 'ask':
      return window.chat.ask(conversationId, link.command);
    case 'budget':
      return runCommand('toolLoopGuard.changeBudget', conversationId, link.choice);
    case 'pickMode':
      return settings.pickMode(conversationId);
    case 'pickPreset':
      return settings.pickPreset(conversationId);
    case 'timeline':
      return runCommand('toolLoopGuard.showTimeline');
    case 'protection':
      return runCommand('toolLoopGuard.checkProtection');
    case 'settings':
      return runCommand('toolLoopGuard.openSettings', link.setting);
    case 'details':
      return runCommand('toolLoopGuard.showDetection', { conversationId, callId: link.callId });
  }
}
