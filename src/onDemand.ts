/**
 * What the extension loads when it is first used, in a file of its own: starting VS Code does not wait for it. What it
 * shares with the rest of the extension is in files that both load.
 */
export { createApi } from './vscode/agent/api';
export { answerParticipant } from './vscode/agent/participantAnswer';
export { stopActions } from './vscode/agent/stopActions';
export { registerAgentsCommands, updateAgents } from './vscode/agents/agentsCommands';
export { registerFeedbackCommands } from './vscode/feedback/feedbackCommands';
export { RuleMemory } from './vscode/feedback/ruleMemory';
export { openGuardedModels } from './vscode/guardedModels/guardedModels';
export { registerMetrics } from './vscode/metrics/metrics';
export { registerRecordingCommands } from './vscode/recording/recordingCommands';
export { scanSessions } from './vscode/scan/scanSessions';
export { runStopCommand } from './vscode/status/stopCommand';
export { registerStatusCommands } from './vscode/status/statusCommands';
export { openTimeline } from './vscode/timeline/openedTimeline';
export { registerTryIt } from './vscode/tryIt/tryIt';
export { UserSettings } from './vscode/settings/userSettings';
