import type { Metrics } from '../../core/metrics/metrics';
import { agentOf } from '../../node/agents/sessions';
import type { tokensOfLastRequest } from '../../node/logs/sessionTokens';
import { FeatureOnDemand, type Registered } from '../window/feature';
import type { GuardWindow, RequestSize } from '../window/guardWindow';
import type { registerMetricsCommands } from './metricsCommands';

/** What is loaded when there is something to measure or to show. */
interface OnDemand {
  readonly registerMetricsCommands: typeof registerMetricsCommands;
  readonly tokensOfLastRequest: typeof tokensOfLastRequest;
}

/** Registers measuring what stops save, and showing and resetting the metrics. */
export function registerMetrics(window: GuardWindow, load: () => OnDemand): Registered<'metrics'> {
  const { metrics, sessions, requestSizes, onDetection } = window;
  const { commands } = new FeatureOnDemand('metrics', window, () => load().registerMetricsCommands(window));
  requestSizes.push((conversationId) => {
    const agent = agentOf(sessions.typeOf(conversationId) ?? 'unknown');
    return agent === undefined ? Promise.resolve(undefined) : load().tokensOfLastRequest(agent, conversationId);
  });
  const measuring = onDetection(({ action, conversationId, callId }) => {
    if (action === 'break') {
      void measure(metrics, { conversationId, callId }, requestSizes);
    }
  });
  return { parts: [measuring], commands };
}

/** Counts what a stop saved by the size of its session's last request, where anybody knows it. */
async function measure(
  metrics: Metrics,
  { conversationId, callId }: { readonly conversationId: string; readonly callId: string },
  sizes: readonly RequestSize[],
): Promise<void> {
  for (const sizeOf of sizes) {
    const tokens = await sizeOf(conversationId);
    if (tokens !== undefined) {
      metrics.measured(conversationId, callId, tokens);
      return;
    }
  }
}
