import type * as vscode from 'vscode';
import type { ToolLoopGuardApi } from '../api/tool-loop-guard';
import { registerAgent } from './vscode/agent/agent';
import { createApi } from './vscode/agent/api';
import { registerChat } from './vscode/agent/participant';
import { registerAgents } from './vscode/agents/agents';
import { registerFeedback } from './vscode/feedback/feedbackCommands';
import { registerGuardedModels } from './vscode/guardedModels/provider';
import { registerMetrics } from './vscode/metrics/metricsCommands';
import { registerProtection } from './vscode/protection/protection';
import { registerRecording } from './vscode/recording/recordingCommands';
import { registerReplay } from './vscode/replay/replayCommand';
import { registerStatus } from './vscode/status/status';
import { registerTelemetry } from './vscode/telemetry/telemetry';
import { registerTimeline } from './vscode/timeline/timelineCommands';
import { registerTryIt } from './vscode/tryIt/tryIt';
import { reportMissingCapabilities } from './vscode/window/capabilities';
import { registerFeatures } from './vscode/window/feature';
import { openGuardWindow } from './vscode/window/guardWindow';
import { reportChanges, reportProblems } from './vscode/window/log';

/** Puts the guard in front of the agent. */
export async function activate(context: vscode.ExtensionContext): Promise<ToolLoopGuardApi> {
  const window = openGuardWindow(context);
  const { guard, budgets, settings, callNames, stops, links, log, onDetection, subscriptions } = window;
  await registerFeatures(window, {
    // First: hooks are answered even if other features fail.
    agent: registerAgent,
    guardedModels: registerGuardedModels,
    chat: registerChat,
    metrics: registerMetrics,
    feedback: registerFeedback,
    recording: registerRecording,
    telemetry: (shared) => registerTelemetry(shared, () => import('./telemetry.js')),
    // Before the timeline, which lists what is replayed.
    replay: registerReplay,
    timeline: registerTimeline,
    // Before the status bar, which shows what is not guarded.
    protection: registerProtection,
    agents: registerAgents,
    status: registerStatus,
    tryIt: registerTryIt,
  });
  subscriptions.push(
    settings.onDidChange(({ before, now }) => {
      reportChanges(log, before, now);
      reportProblems(log, now);
    }),
  );
  reportMissingCapabilities(log);
  reportProblems(log, settings.current);
  return createApi(
    { guard, budgets, names: callNames, stops, links, messages: () => settings.current.messages },
    onDetection,
  );
}
