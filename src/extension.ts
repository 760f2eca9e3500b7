import type * as vscode from 'vscode';
import type { ToolLoopGuardApi } from '../api/tool-loop-guard';
import { loadAfterStart, loadAgentHooks, loadOnDemand } from './parts';
import { registerAgent } from './vscode/agent/agent';
import { apiOnDemand } from './vscode/agent/apiOnDemand';
import { registerChat } from './vscode/agent/participant';
import { registerAgents } from './vscode/agents/agents';
import { registerFeedback } from './vscode/feedback/feedback';
import { registerGuardedModels } from './vscode/guardedModels/provider';
import { registerProtection } from './vscode/protection/protection';
import { registerRecording } from './vscode/recording/recording';
import { registerScan } from './vscode/scan/scan';
import { registerStatus } from './vscode/status/status';
import { registerTelemetry } from './vscode/telemetry/telemetry';
import { registerTimeline } from './vscode/timeline/timeline';
import { FeatureOnDemand, registerFeatures } from './vscode/window/feature';
import { GuardWindow } from './vscode/window/guardWindow';
import { reportSettings } from './vscode/window/log';

/** Puts the guard in front of the agent. What is rarely used is loaded when it is. */
export async function activate(context: vscode.ExtensionContext): Promise<ToolLoopGuardApi> {
  const window = new GuardWindow(context, {
    userSettings: (file) => new (loadOnDemand().UserSettings)(file),
    logLines: loadAgentHooks,
    chatPanel: (log) => new (loadAgentHooks().ChatPanel)(log),
    agentModels: (guard) => new (loadAgentHooks().AgentModels)(guard),
  });
  await registerFeatures(window, {
    // First: hooks are answered even if other features fail.
    agent: (shared) => registerAgent(shared, loadAgentHooks, loadOnDemand, loadAfterStart),
    guardedModels: (shared) => registerGuardedModels(shared, loadOnDemand),
    chat: (shared) => registerChat(shared, loadOnDemand),
    metrics: (shared) => new FeatureOnDemand('metrics', shared, () => loadOnDemand().registerMetrics(shared)),
    feedback: (shared) => registerFeedback(shared, loadOnDemand),
    recording: (shared) => registerRecording(shared, loadOnDemand),
    telemetry: (shared) => registerTelemetry(shared, () => import('./telemetry.js')),
    scan: (shared) => registerScan(shared, loadOnDemand),
    timeline: (shared) => registerTimeline(shared, loadOnDemand),
    // Before the status bar, which shows what is not guarded.
    protection: (shared) => registerProtection(shared, loadAfterStart),
    agents: (shared) => registerAgents(shared, loadOnDemand),
    status: (shared) => registerStatus(shared, loadOnDemand),
    tryIt: (shared) => new FeatureOnDemand('tryIt', shared, () => loadOnDemand().registerTryIt(shared)),
    settings: (shared) => ({ parts: [reportSettings(shared)], commands: {} }),
  });
  return apiOnDemand(window, loadOnDemand);
}
