import type * as vscode from 'vscode';
import type { ToolLoopGuardApi } from '../api/tool-loop-guard';
import type { OpenedFeatures } from './features';
import { createHookAddress } from './node/transport/hookAddress';
import { createApi } from './vscode/agent/api';
import { registerChat } from './vscode/agent/participant';
import { registerGuardedModels } from './vscode/guardedModels/guardedModels';
import { showStatusBar } from './vscode/status/statusBar';
import { registerTimeline } from './vscode/timeline/timeline';
import { attempt, registerCommands, registerFeatures } from './vscode/window/feature';
import { GuardWindow } from './vscode/window/guardWindow';
import { listenForHooks } from './vscode/window/hookEnvironment';
import { reportFault, reportSettings } from './vscode/window/log';

/** Puts the guard in front of this window's agents. What isn't needed at once is loaded a little later. */
export async function activate(
  context: vscode.ExtensionContext,
  load = () => import('./features'),
): Promise<ToolLoopGuardApi> {
  const window = new GuardWindow(context);
  const { subscriptions, settings, runEnded } = window;
  const address = attempt(window, 'agent', () => createHookAddress());
  let opened: Promise<OpenedFeatures> | undefined;
  const features = (): Promise<OpenedFeatures> =>
    (opened ??= load().then(({ openFeatures }) => openFeatures(window, address?.folder)));
  // First, so that hooks are answered even if other features fail.
  if (address !== undefined) {
    await listenForHooks(window, address, async (...question) => (await features()).hooks.answer(...question));
  }
  const started = registerFeatures(window, { timeline: () => registerTimeline(window) });
  attempt(window, 'chat', () => registerChat(window, async (...asked) => (await features()).answer(...asked)));
  attempt(window, 'guardedModels', () => registerGuardedModels(window));
  attempt(window, 'status', () => subscriptions.push(showStatusBar(window)));
  attempt(window, 'settings', () => subscriptions.push(reportSettings(window.log, settings)));
  // By then, VS Code has started and shows its window.
  const loading = setTimeout(() => void features().catch(reportFault(window.log, 'loading the features')), 2_000);
  loading.unref();
  subscriptions.push(
    { dispose: () => clearTimeout(loading) },
    registerCommands(async (id, ...given) => (started.get(id) ?? (await features()).handlers.get(id))?.(...given)),
    runEnded.event(async (conversationId) => (await features()).hooks.explain(conversationId)),
  );
  return createApi(window);
}
