import type { Metrics } from '../../core/metrics/metrics';
import type { SessionType } from '../../node/agents/sessions';
import type { tokensOfLastRequest } from '../../node/sessions/requestTokens';
import { FeatureOnDemand, type Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import type { registerMetricsCommands } from './metricsCommands';

/** What is loaded when there is something to measure or to show. */
interface OnDemand {
  readonly registerMetricsCommands: typeof registerMetricsCommands;
  readonly tokensOfLastRequest: typeof tokensOfLastRequest;
}

/** Registers measuring what stops save, and showing, exporting and resetting the metrics. */
export function registerMetrics(window: GuardWindow, load: () => OnDemand): Registered<'metrics'> {
  const { metrics, sessions, onDetection } = window;
  const { commands } = new FeatureOnDemand('metrics', window, () => load().registerMetricsCommands(window));
  const measuring = onDetection(({ action, conversationId, callId }) => {
    const type = sessions.typeOf(conversationId);
    if (action === 'break' && type !== undefined) {
      void measure(metrics, { type, conversationId, callId }, load().tokensOfLastRequest);
    }
  });
  return { parts: [measuring], commands };
}

/** Counts what a stop saved by the size of its session's last request, where the session's harness wrote it down. */
async function measure(
  metrics: Metrics,
  { type, conversationId, callId }: { type: SessionType; conversationId: string; callId: string },
  tokensOf: typeof tokensOfLastRequest,
): Promise<void> {
  const tokens = await tokensOf(type, conversationId);
  if (tokens !== undefined) {
    metrics.measured(conversationId, callId, tokens);
  }
}
