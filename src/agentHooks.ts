/** What answers the hooks of agents: loaded when the first one asks, for most windows have no agent at work. */
export { logLine } from './core/words/logLines';
export { isDuplicateInstallation as isForTheOtherCopy } from './node/agents/harnesses';
export { AgentHooks } from './vscode/hooks/agentHooks';
export { ExactStop } from './vscode/hooks/exactStop';
export { AgentModels } from './vscode/window/agentModels';
export { ChatPanel } from './vscode/chatPanel/chatPanel';
export { answerOf } from './vscode/window/answerOf';
