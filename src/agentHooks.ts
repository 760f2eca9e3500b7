/** What answers the hooks of agents: loaded when the first one asks, for most windows have no agent at work. */
export { logLine } from './core/words/logLines';
export { isForTheOtherCopy } from './node/hooks/harnesses/otherCopy';
export { AgentHooks } from './vscode/agent/agentHooks';
export { ExactStop } from './vscode/agent/exactStop';
export { AgentModels } from './vscode/window/agentModels';
export { ChatPanel } from './vscode/window/chatPanel';
export { answerOf } from './vscode/window/answerOf';
