import type * as vscode from 'vscode';
import { answerParticipant } from './vscode/agent/participantAnswer';
import { stopActions } from './vscode/agent/stopActions';
import { registerAgents } from './vscode/agents/agents';
import { registerFeedback } from './vscode/feedback/feedback';
import type { AgentHooks } from './vscode/hooks/agentHooks';
import { openAgentHooks } from './vscode/hooks/openAgentHooks';
import type { Handler } from './vscode/host/commands';
import { registerMetrics } from './vscode/metrics/metrics';
import { registerProtection } from './vscode/protection/protection';
import { registerRecording } from './vscode/recording/recording';
import { registerScan } from './vscode/scan/scan';
import { registerStatus } from './vscode/status/status';
import { registerTelemetry } from './vscode/telemetry/telemetry';
import { registerTryIt } from './vscode/tryIt/tryIt';
import { attempt, type Features, registerFeatures } from './vscode/window/feature';
import type { GuardWindow } from './vscode/window/guardWindow';

/** Loaded once a hook asks, a user does something, or VS Code has started. */
export interface OpenedFeatures {
  readonly hooks: AgentHooks;
  readonly answer: (...request: Parameters<vscode.ChatRequestHandler>) => Promise<vscode.ChatResult>;
  readonly handlers: ReadonlyMap<string, Handler>;
}

/** @param pipes the folder of named pipes that hooks may ask through; undefined if there are none */
export function openFeatures(window: GuardWindow, pipes: string | undefined): OpenedFeatures {
  const hooks = openAgentHooks(window, pipes);
  attempt(window, 'telemetry', () => registerTelemetry(window, () => import('./telemetry.js')));
  const features: Omit<Features, 'timeline'> = {
    agent: () => ({ parts: [], commands: stopActions(window) }),
    agents: () => registerAgents(window),
    feedback: () => registerFeedback(window),
    metrics: () => registerMetrics(window),
    protection: () => registerProtection(window),
    recording: () => registerRecording(window),
    scan: () => registerScan(window),
    status: () => registerStatus(window),
    tryIt: () => registerTryIt(window),
  };
  return {
    hooks,
    answer: (...request) => answerParticipant(window, ...request),
    handlers: registerFeatures(window, features),
  };
}
