import type { Harness } from '../wire/harness';
import { isInAgentHost } from '../wire/hookHost';

interface Sessions {
  readonly agent: string;
  readonly type: string;
  /** VS Code doesn't know about sessions in a terminal. */
  readonly place: 'terminal' | 'chat';
  /** A product's name; absent for VS Code's own agent. */
  readonly name?: string;
  /**
   * Whether a stop ends the whole run with all its subagents. VS Code cancels a chat's run, and nothing ends a subagent
   * of Copilot's runtime; in Claude's, the answer to a subagent's call ends that subagent only.
   */
  readonly endsAsAWhole?: true;
}

/** Separate from the agents' rows, which a window doesn't load when it starts. */
const SESSIONS = [
  { agent: 'claude', type: 'claudeCode', place: 'terminal', name: 'Claude Code' },
  { agent: 'claude', type: 'agentHostClaude', place: 'chat', name: 'Claude' },
  { agent: 'vscode', type: 'local', place: 'chat', endsAsAWhole: true },
  { agent: 'codex', type: 'codex', place: 'terminal', name: 'Codex' },
  { agent: 'codex', type: 'agentHostCodex', place: 'chat', name: 'Codex' },
  { agent: 'copilot', type: 'copilotCli', place: 'terminal', name: 'Copilot CLI' },
  { agent: 'copilot', type: 'agentHostCopilot', place: 'chat', name: 'Copilot', endsAsAWhole: true },
  { agent: 'gemini', type: 'geminiCli', place: 'terminal', name: 'Gemini CLI' },
  { agent: 'opencode', type: 'opencode', place: 'terminal', name: 'opencode' },
  { agent: 'qwen', type: 'qwenCode', place: 'terminal', name: 'Qwen Code' },
] as const satisfies readonly Sessions[];

type KnownSessions = Sessions & (typeof SESSIONS)[number];

export type AgentId = KnownSessions['agent'];

export type SessionType = KnownSessions['type'] | 'unknown';

export function sessionTypeOf({ name }: Pick<Harness, 'name'>, environment: NodeJS.ProcessEnv): SessionType {
  const place = isInAgentHost(environment) ? 'chat' : 'terminal';
  const own = SESSIONS.filter(({ agent }) => agent === name);
  return (own.find((each) => each.place === place) ?? own[0])?.type ?? 'unknown';
}

export function agentOf(type: SessionType): AgentId | undefined {
  return kindOf(type)?.agent;
}

/** Undefined for VS Code's own agent. "Agent" is the same in English and German. */
export function sessionTypeName(type: SessionType): string | undefined {
  return type === 'unknown' ? 'Agent' : kindOf(type)?.name;
}

export function endsAsAWhole(type: SessionType = 'local'): boolean {
  return kindOf(type)?.endsAsAWhole === true;
}

/** Whether only the Agent Host ends the session when asked, and no answer to a hook does. */
export function isEndedByHost(type: SessionType): boolean {
  return type === 'agentHostCopilot' || type === 'agentHostCodex';
}

export function isInChat(type: SessionType): boolean {
  return kindOf(type)?.place === 'chat';
}

function kindOf(type: SessionType): KnownSessions | undefined {
  return SESSIONS.find((sessions) => sessions.type === type);
}
