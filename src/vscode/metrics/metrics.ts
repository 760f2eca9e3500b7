import * as vscode from 'vscode';
import { METRICS_COMMANDS, metricsPage } from '../../core/metrics/metricsPage';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../host/translate';
import { PagePanel } from '../host/pagePanel';
import { prompts } from '../host/prompts';

export function registerMetrics(window: GuardWindow): Registered<'metrics'> {
  const { installation, metrics, metricsStore: store } = window;
  const panel = new PagePanel(installation, {
    viewType: 'toolLoopGuard.metrics',
    title: translate('Tool Loop Guard: Metrics'),
    icon: 'graph',
    commands: METRICS_COMMANDS,
    pageNow: () => {
      const { language } = vscode.env;
      const { totals, sinceMs } = store.read();
      const date = new Date(sinceMs).toLocaleDateString(language, { dateStyle: 'medium' });
      const report = { totals, since: totals.calls === 0 ? undefined : date };
      return (nonce) => metricsPage(report, { nonce, language }, { translate, language });
    },
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
