import * as vscode from 'vscode';
import { FeatureOnDemand, type Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { VIEWS } from '../host/ids';
import type { OpenedTimeline, openTimeline } from './openedTimeline';
import type { TimelineLine } from './timelineView';

/**
 * Registers the timeline, the explanation beside it, and their commands. What they consist of is loaded when a loop is
 * found, or when a person looks.
 */
export function registerTimeline(
  window: GuardWindow,
  load: () => { readonly openTimeline: typeof openTimeline },
): Registered<'timeline'> {
  const changed = new vscode.EventEmitter<TimelineLine | undefined>();
  let loaded: OpenedTimeline | undefined;
  const feature = new FeatureOnDemand('timeline', window, () => {
    loaded = load().openTimeline(window, { view, changed });
    return { parts: [loaded], commands: loaded.commands };
  });
  const opened = (): OpenedTimeline => {
    feature.start();
    return loaded as OpenedTimeline;
  };
  const view: vscode.TreeView<TimelineLine> = vscode.window.createTreeView(VIEWS.timeline, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (node) => opened().tree.getChildren(node),
      getParent: (node) => opened().tree.getParent(node),
      getTreeItem: (node) => opened().tree.getTreeItem(node),
      resolveTreeItem: (item, node, token) => opened().tree.resolveTreeItem(item, node, token),
    },
  });
  const explanation = vscode.window.registerWebviewViewProvider(VIEWS.explanation, {
    resolveWebviewView: (shown, context, token) => opened().explanation.resolveWebviewView(shown, context, token),
  });
  // The view says how many loops there are.
  const loops = window.onDetection(() => feature.start());
  return { parts: [changed, view, explanation, loops], commands: feature.commands };
}
