import * as vscode from 'vscode';
import { BUDGET_CHOICES } from '../../core/budget/budgetMeter';
import { type MenuAction, menuEntries } from '../../core/status/menu';
import { budgetChoiceTitle } from '../../core/words/budgetTexts';
import { runCommand } from '../host/commands';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../host/translate';
import type { ChatSettings } from './chatSettings';
import { countWords, windowStateOf } from './windowState';
import { prompts } from '../host/prompts';

type Item = vscode.QuickPickItem & { readonly action?: MenuAction };

/** What the menu does in the chat that it is about. */
export interface MenuTarget {
  /** Lets the stopped agent of a conversation go on. */
  resume(conversationId: string): Promise<void>;
  /** Shows the status of a conversation. */
  showStatus(conversationId: string): Promise<void>;
}

/** Opens the menu of the status bar. Who opens it has looked at what it tells of. */
export async function showMenu(window: GuardWindow, settings: ChatSettings, target: MenuTarget): Promise<void> {
  const state = windowStateOf(window);
  const { stopped, warned } = state.status;
  window.activity.see();
  const items = menuEntries(state, countWords()).map((entry): Item => {
    if ('heading' in entry) {
      return { label: entry.heading, kind: vscode.QuickPickItemKind.Separator };
    }
    const { action, icon, label, description, detail } = entry;
    return {
      action,
      label,
      iconPath: new vscode.ThemeIcon(icon),
      ...(description === undefined ? {} : { description }),
      ...(detail === undefined ? {} : { detail }),
    };
  });
  const picked = await prompts.showQuickPick(items, {
    title: 'Tool Loop Guard',
    placeHolder: translate('What would you like to do?'),
  });
  const conversationId = state.conversation?.id ?? '';
  const loop = stopped ?? warned;
  const call = loop && { conversationId: loop.conversationId, callId: loop.callId };
  switch (picked?.action) {
    case undefined:
      return;
    case 'checkProtection':
      return run('toolLoopGuard.checkProtection');
    case 'showDetails':
      return run('toolLoopGuard.showDetection', call);
    case 'differentApproach':
      await window.chat.reveal(conversationId);
      return stopped && run('toolLoopGuard.tryDifferentApproach', window.stops.add(stopped));
    case 'resume':
      return target.resume(conversationId);
    case 'notALoop':
      return run('toolLoopGuard.markAsFine', call);
    case 'budget':
      return changeBudget(window, conversationId);
    case 'mode':
      return settings.pickMode(conversationId);
    case 'switchDetection':
      return settings.switchDetection(conversationId);
    case 'snooze':
      return settings.snooze(conversationId);
    case 'chatSettings':
      return settings.change(conversationId);
    case 'chatStatus':
      return target.showStatus(conversationId);
    case 'timeline':
      return run('toolLoopGuard.showTimeline');
    case 'metrics':
      return run('toolLoopGuard.showMetrics');
    case 'settings':
      return run('toolLoopGuard.openSettings');
    case 'log':
      return run('toolLoopGuard.showLog');
    case 'tryIt':
      return run('toolLoopGuard.tryIt');
  }
}

/** Runs a command of ours; where its feature could not start, the metrics are there at least. */
async function run(...[id, ...given]: Parameters<typeof runCommand>): Promise<void> {
  const known = await vscode.commands.getCommands(true);
  await runCommand(known.includes(id) ? id : 'toolLoopGuard.showMetrics', ...given);
}

async function changeBudget({ budgets }: Pick<GuardWindow, 'budgets'>, conversationId: string): Promise<void> {
  const items = BUDGET_CHOICES.map((choice) => ({ label: budgetChoiceTitle(choice, translate), choice }));
  const picked = await prompts.showQuickPick(items, { title: translate('Budget of this chat') });
  if (picked !== undefined) {
    budgets.choose(conversationId, picked.choice);
  }
}
