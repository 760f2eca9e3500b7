import type { Harness } from '../wire/harness';
import { isInAgentHost } from '../wire/hookHost';

interface Sessions {
  readonly type: string;
  /** A product's name; absent for VS Code's own agent. */
  readonly name?: string;
  /**
   * Whether a stop ends the whole run with all its subagents. VS Code cancels a chat's run, and nothing ends a subagent
   * of Copilot's runtime; in Claude's, the answer to a subagent's call ends that subagent only.
   */
  readonly endsAsAWhole?: true;
}

/**
 * The sessions of each agent in a terminal, which VS Code doesn't know about, and in a chat of the window. Separate
 * from the agents' rows, which a window doesn't load when it starts.
 */
const SESSIONS = {
  claude: {
    terminal: { type: 'claudeCode', name: 'Claude Code' },
    chat: { type: 'agentHostClaude', name: 'Claude' },
  },
  vscode: { chat: { type: 'local', endsAsAWhole: true } },
  codex: {
    terminal: { type: 'codex', name: 'Codex' },
    chat: { type: 'agentHostCodex', name: 'Codex' },
  },
  copilot: {
    terminal: { type: 'copilotCli', name: 'Copilot CLI' },
    chat: { type: 'agentHostCopilot', name: 'Copilot', endsAsAWhole: true },
  },
  gemini: { terminal: { type: 'geminiCli', name: 'Gemini CLI' } },
  opencode: { terminal: { type: 'opencode', name: 'opencode' } },
  qwen: { terminal: { type: 'qwenCode', name: 'Qwen Code' } },
} as const satisfies Readonly<Record<string, { readonly terminal?: Sessions; readonly chat?: Sessions }>>;

export type AgentId = keyof typeof SESSIONS;

type TypesIn<Places> = Places extends unknown ? (Places[keyof Places] & Sessions)['type'] : never;

export type SessionType = TypesIn<(typeof SESSIONS)[AgentId]> | 'unknown';

const ALL: readonly { readonly agent: AgentId; readonly place: string; readonly sessions: Sessions }[] = Object.entries(
  SESSIONS,
).flatMap(([agent, places]) =>
  Object.entries<Sessions>(places).map(([place, sessions]) => ({ agent: agent as AgentId, place, sessions })),
);

export function sessionTypeOf({ name }: Pick<Harness, 'name'>, environment: NodeJS.ProcessEnv): SessionType {
  const place = isInAgentHost(environment) ? 'chat' : 'terminal';
  const own = ALL.filter(({ agent }) => agent === name);
  return ((own.find((each) => each.place === place) ?? own[0])?.sessions.type as SessionType | undefined) ?? 'unknown';
}

export function agentOf(type: SessionType): AgentId | undefined {
  return kindOf(type)?.agent;
}

/** Undefined for VS Code's own agent. "Agent" is the same in English and German. */
export function sessionTypeName(type: SessionType): string | undefined {
  return type === 'unknown' ? 'Agent' : kindOf(type)?.sessions.name;
}

export function endsAsAWhole(type: SessionType = 'local'): boolean {
  return kindOf(type)?.sessions.endsAsAWhole === true;
}

/** Whether only the Agent Host ends the session when asked, and no answer to a hook does. */
export function isEndedByHost(type: SessionType): boolean {
  return type === 'agentHostCopilot' || type === 'agentHostCodex';
}

export function isInChat(type: SessionType): boolean {
  return kindOf(type)?.place === 'chat';
}

function kindOf(type: SessionType): (typeof ALL)[number] | undefined {
  return ALL.find(({ sessions }) => sessions.type === type);
}
