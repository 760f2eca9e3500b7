import * as vscode from 'vscode';
import { METRICS_COMMANDS, metricsPage } from '../../core/metrics/metricsPage';
import { conversationName } from '../../core/timeline/conversationLabel';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../host/translate';
import { PagePanel } from '../host/pagePanel';
import { prompts } from '../host/prompts';

export function registerMetrics(window: GuardWindow): Registered<'metrics'> {
  const { installation, metrics, metricsStore: store } = window;
  const panel = new PagePanel({
    viewType: 'toolLoopGuard.metrics',
    title: translate('Tool Loop Guard: Metrics'),
    icon: { folder: vscode.Uri.joinPath(installation, 'media'), file: 'graph' },
    commands: METRICS_COMMANDS,
    pageNow: () => pageOf(window),
  });
  return {
    parts: [panel, metrics.onDidChange(() => panel.refresh())],
    commands: {
      'toolLoopGuard.showMetrics': () => panel.show(),
      'toolLoopGuard.resetMetrics': async () => {
        const reset = translate('Reset');
        const answer = await prompts.showQuickPick([reset, translate('Keep')], {
          title: translate('Reset all metrics to zero, in all windows?'),
        });
        if (answer === reset) {
          await store.reset();
        }
      },
    },
  };
}

function pageOf({ metrics, metricsStore, timeline }: GuardWindow): (nonce: string) => string {
  const { language } = vscode.env;
  const { totals, sinceMs } = metricsStore.read();
  const since =
    totals.calls === 0 ? undefined : new Date(sinceMs).toLocaleDateString(language, { dateStyle: 'medium' });
  const conversations = metrics.conversations.map(({ id, tally }) => {
    const conversation = timeline.conversation(id);
    return {
      name: conversationName(conversation ?? { id, turns: [] }, translate),
      origin: conversation?.origin ?? [],
      model: conversation?.model?.id,
      lastAtMs: conversation?.lastAtMs,
      tally,
    };
  });
  const report = { totals, since, conversations, tools: metrics.tools, nowMs: Date.now() };
  return (nonce) => metricsPage(report, { nonce, language }, { translate, language });
}
