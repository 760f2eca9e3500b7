import * as vscode from 'vscode';
import { type GuardStatus, QUIET_MS } from '../../core/status/activity';
import { statusBarLook } from '../../core/status/statusBarLook';
import { linkedMarkdown } from '../host/trustedMarkdown';
import { setContext } from '../host/commands';
import type { GuardWindow } from '../window/guardWindow';
import { type CommandId, CONTEXT_KEYS, STATUS_BAR_ITEM } from '../host/ids';
import { Throttle } from '../host/throttle';
import type { CountWords } from '../../core/metrics/countTexts';
import type { MenuState } from '../../core/status/menu';
import { translate } from '../host/translate';

/** Many calls may come at once; the item is updated no more often than this. */
const UPDATE_INTERVAL_MS = 150;

/** Also sets the context keys of commands. */
export function showStatusBar(window: GuardWindow): vscode.Disposable {
  const { activity, metrics, settings, protection, timeline } = window;
  const item = vscode.window.createStatusBarItem(STATUS_BAR_ITEM, vscode.StatusBarAlignment.Right, 0);
  item.name = 'Tool Loop Guard';
  item.command = 'toolLoopGuard.statusBarClicked' satisfies CommandId;
  const throttle = new Throttle(UPDATE_INTERVAL_MS, () => {
    const { warned, repeats } = update(item, window);
    if (warned !== undefined || repeats !== undefined) {
      quiet.request();
    }
  });
  const updateSoon = (): void => throttle.request();
  // A warning ends without an event when the agent makes no more calls.
  const quiet = new Throttle(QUIET_MS, updateSoon);
  updateSoon();
  return vscode.Disposable.from(
    item,
    throttle,
    quiet,
    activity.onDidChange(updateSoon),
    metrics.onDidChange(updateSoon),
    settings.onDidChange(updateSoon),
    protection.onDidChange(updateSoon),
    timeline.onDidChange(updateSoon),
  );
}

function update(item: vscode.StatusBarItem, window: GuardWindow): GuardStatus {
  const { timeline } = window;
  const state = windowStateOf(window);
  const look = statusBarLook(state, countWords());
  item.text = look.text;
  item.tooltip = linkedMarkdown('Tool Loop Guard', look.tooltip, look.links);
  item.backgroundColor = look.isAlert ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  item.accessibilityInformation = { label: look.spoken, role: 'button' };
  item.show();
  void setContext(CONTEXT_KEYS.hasConversation, timeline.conversations.length > 0);
  void setContext(CONTEXT_KEYS.isStopped, state.status.stopped !== undefined);
  return state.status;
}

export function windowStateOf(window: GuardWindow): MenuState {
  const { guard, conversations, activity, metrics, metricsStore, protection, budgets, timeline, callNames, sessions } =
    window;
  const status = activity.statusAt(Date.now());
  const conversationId = status.stopped?.conversationId ?? status.warned?.conversationId ?? status.conversationId ?? '';
  const latest = status.conversationId ?? '';
  const { values } = conversations.effective(latest, guard.status(latest).model);
  const uses = budgets.uses(latest);
  return {
    status,
    isOn: values.enabled,
    mode: values.mode,
    tally: metrics.conversation(latest),
    week: metricsStore.week,
    ...protection.now,
    budget: uses.isIgnored ? [] : uses.of,
    names: callNames,
    conversation: timeline.conversation(conversationId),
    canSteer: (sessions.typeOf(conversationId) ?? 'local') === 'local',
  };
}

export function countWords(): CountWords {
  return { translate, language: vscode.env.language };
}
