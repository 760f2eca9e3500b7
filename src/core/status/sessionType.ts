/** What kind of session a conversation is: which agent, and who runs it. */
export type SessionType =
  /** VS Code's own agent, in the chat of this window. */
  | 'local'
  /** Agents that VS Code's Agent Host runs in the chat of this window. */
  | 'agentHostCopilot'
  | 'agentHostClaude'
  /** Agents in a terminal, which VS Code knows nothing of. */
  | 'copilotCli'
  | 'claudeCode'
  | 'codex'
  | 'geminiCli';

/** Names of products, which are the same in every language. */
const NAMES: Readonly<Record<SessionType, string | undefined>> = {
  local: undefined,
  agentHostCopilot: 'Copilot',
  agentHostClaude: 'Claude',
  copilotCli: 'Copilot CLI',
  claudeCode: 'Claude Code',
  codex: 'Codex',
  geminiCli: 'Gemini CLI',
};

/** How a session is told from those of VS Code's own agent, where a person reads it; undefined for those. */
export function sessionTypeName(type: SessionType): string | undefined {
  return NAMES[type];
}

/**
 * Whether a stop ends the whole run with all its subagents. VS Code cancels the run of a chat, and nothing ends a
 * subagent of Copilot's runtime; in Claude's, the answer to a subagent's call ends that subagent only.
 */
export function endsAsAWhole(type: SessionType = 'local'): boolean {
  return type === 'local' || type === 'agentHostCopilot';
}

/** Whether the session has a chat in the window, which can be canceled there. */
export function isInChat(type: SessionType): boolean {
  return type === 'local' || type === 'agentHostCopilot' || type === 'agentHostClaude';
}
