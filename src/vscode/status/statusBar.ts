import * as vscode from 'vscode';
import { escapeMarkdown } from '../../core/words/markdown';
import type { Guard } from '../../engine/guard';
import type { Metrics } from '../../core/metrics/metrics';
import type { Activity } from '../../core/status/activity';
import { statusBarLook } from '../../core/status/statusBarLook';
import type { ConversationSettings } from '../../core/settings/conversationSettings';
import { SECTION } from '../../core/settings/parse';
import type { Timeline } from '../../core/timeline/timeline';
import { SHOW_METRICS } from '../metrics/metricsCommands';
import type { MetricsStore } from '../metrics/metricsStore';
import { translate } from '../window/translate';

const SHOW_TIMELINE = 'toolLoopGuard.showTimeline';
const CLICK = 'toolLoopGuard.statusBarClicked';

/** Many calls may come at once; the item follows not more often than this. */
const SETTLE_MILLISECONDS = 150;

/** What the status bar needs from the window. */
export interface StatusBarPorts {
  readonly guard: Guard;
  readonly settings: ConversationSettings;
  readonly activity: Activity;
  readonly metrics: Metrics;
  readonly store: MetricsStore;
  readonly timeline: Timeline;
  readonly onDidChangeConfiguration: vscode.Event<unknown>;
}

/**
 * Shows in one quiet item whether the guard watches, has warned, has stopped an agent, or is off; sets the context keys
 * of commands.
 */
export function registerStatusBar(ports: StatusBarPorts): vscode.Disposable {
  const { activity, metrics, onDidChangeConfiguration } = ports;
  const item = vscode.window.createStatusBarItem('toolLoopGuard.status', vscode.StatusBarAlignment.Right, 0);
  item.name = 'Tool Loop Guard';
  item.command = CLICK;
  let timer: NodeJS.Timeout | undefined;
  const update = (): void => {
    timer = undefined;
    show(item, ports);
  };
  const updateSoon = (): void => void (timer ??= setTimeout(update, SETTLE_MILLISECONDS));
  update();
  return vscode.Disposable.from(
    item,
    activity.onDidChange(updateSoon),
    metrics.onDidChange(updateSoon),
    onDidChangeConfiguration(updateSoon),
    { dispose: () => clearTimeout(timer) },
    vscode.commands.registerCommand(CLICK, openTimeline),
  );
}

function show(
  item: vscode.StatusBarItem,
  { guard, settings, activity, metrics, store, timeline }: StatusBarPorts,
): void {
  const { presence } = activity;
  const conversationId = presence.conversationId ?? '';
  const look = statusBarLook(
    {
      presence,
      isOn: settings.effective(conversationId, guard.status(conversationId).model).values.enabled,
      tally: metrics.conversation(conversationId),
      totals: store.totals,
    },
    translate,
  );
  const tooltip = new vscode.MarkdownString('**Tool Loop Guard**');
  look.tooltip.forEach((sentence) => tooltip.appendMarkdown(`\n\n${escapeMarkdown(sentence)}`));
  item.text = look.text;
  item.tooltip = tooltip;
  item.backgroundColor = look.isAlert ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  item.accessibilityInformation = { label: look.spoken, role: 'button' };
  if (vscode.workspace.getConfiguration(SECTION).get('statusBar', true)) {
    item.show();
  } else {
    item.hide();
  }
  void vscode.commands.executeCommand('setContext', 'toolLoopGuard.hasConversation', timeline.conversations.length > 0);
  void vscode.commands.executeCommand('setContext', 'toolLoopGuard.isStopped', presence.stopped !== undefined);
}

/** The timeline of the latest conversation; where there is no such view, the figures. */
async function openTimeline(): Promise<void> {
  const known = await vscode.commands.getCommands(true);
  await vscode.commands.executeCommand(known.includes(SHOW_TIMELINE) ? SHOW_TIMELINE : SHOW_METRICS);
}
