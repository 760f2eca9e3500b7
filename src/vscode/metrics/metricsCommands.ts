import * as vscode from 'vscode';
import { exportedMetrics } from '../../core/metrics/metricsExport';
import type { Metrics } from '../../core/metrics/metrics';
import { metricsDocument } from '../../core/metrics/metricsText';
import { savingsMethod } from '../../core/metrics/savings';
import { inEnglish } from '../../core/words/language';
import type { Timeline } from '../../core/timeline/timeline';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import type { MetricsStore } from '../window/metricsStore';
import { Throttle } from '../window/throttle';
import { translate } from '../window/translate';

const SCHEME = 'tool-loop-guard-metrics';
const REPORT = vscode.Uri.from({ scheme: SCHEME, path: '/Tool Loop Guard Metrics.md' });

/** The shown report follows the numbers, not more often than this. */
const REFRESH_INTERVAL_MS = 1_000;

/** Registers showing, exporting and resetting the metrics. */
export function registerMetrics({ metrics, metricsStore: store, timeline }: GuardWindow): Registered<'metrics'> {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const refresh = new Throttle(REFRESH_INTERVAL_MS, () => changed.fire(REPORT));
  return {
    parts: [
      changed,
      refresh,
      metrics.onDidChange(() => refresh.request()),
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        onDidChange: changed.event,
        provideTextDocumentContent: () => reportText(metrics, store, timeline),
      }),
    ],
    commands: {
      'toolLoopGuard.showMetrics': () => {
        changed.fire(REPORT);
        return showReport();
      },
      'toolLoopGuard.exportMetrics': (target) =>
        exportMetrics(metrics, store, timeline, target instanceof vscode.Uri ? target : undefined),
      'toolLoopGuard.resetMetrics': () => resetMetrics(store),
    },
  };
}

function reportText(metrics: Metrics, store: MetricsStore, timeline: Timeline): string {
  const { totals, sinceMs } = store.read();
  const since = totals.calls === 0 ? undefined : new Date(sinceMs).toLocaleDateString(vscode.env.language);
  const conversations = metrics.conversations.map(({ id, tally }) => {
    const { turns = [], origin = [], model } = timeline.conversation(id) ?? {};
    return { id, tally, prompt: turns[0]?.prompt, origin, model: model?.id };
  });
  return metricsDocument({ totals, since, conversations }, translate);
}

async function showReport(): Promise<void> {
  try {
    await vscode.commands.executeCommand('markdown.showPreview', REPORT);
  } catch {
    // The built-in preview can be switched off: then the report is read as text.
    await vscode.window.showTextDocument(REPORT, { preview: true });
  }
}

async function exportMetrics(
  metrics: Metrics,
  store: MetricsStore,
  timeline: Timeline,
  given: vscode.Uri | undefined,
): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target =
    given ??
    (await vscode.window.showSaveDialog({
      title: translate('Export metrics'),
      filters: { JSON: ['json'] },
      ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, 'tool-loop-guard-metrics.json') }),
    }));
  if (target === undefined) {
    return;
  }
  await store.flush();
  const conversations = metrics.conversations.map(({ id, tally }) => {
    const { session, model } = timeline.conversation(id) ?? {};
    return { id, tally, sessionType: session?.type, model: model?.id };
  });
  const exported = exportedMetrics(store.read(), conversations, savingsMethod(inEnglish), Date.now());
  await vscode.workspace.fs.writeFile(target, Buffer.from(`${JSON.stringify(exported, undefined, 2)}\n`));
  vscode.window.setStatusBarMessage(translate('Metrics exported.'), 5_000);
}

async function resetMetrics(store: MetricsStore): Promise<void> {
  const reset = translate('Reset');
  const answer = await vscode.window.showQuickPick([reset, translate('Keep')], {
    title: translate('Reset the metrics of Tool Loop Guard? All counts of all windows become zero.'),
  });
  if (answer === reset) {
    await store.reset();
  }
}
