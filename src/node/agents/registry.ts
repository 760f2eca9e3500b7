import type { SessionType as ProtectedSession } from '../../core/protection/sessionTypes';
import type { Harness, RawInput } from '../wire/harness';
import { isInAgentHost } from '../wire/hookHost';
import type { AgentRow, OutsideAgent } from './agent';
import { claude } from './claude';
import { codex } from './codex';
import { copilot } from './copilot';
import { gemini } from './gemini';
import { opencode } from './opencode';
import { vscode } from './vscode';

/**
 * Agents that start hooks. An input is of the last one that it looks like: Claude Code, which takes any, comes first.
 */
const WITH_HOOKS = { claude, vscode, codex, copilot, gemini } as const;

/** All agents. */
export const AGENTS = { ...WITH_HOOKS, opencode } as const;

export type AgentId = keyof typeof AGENTS;

export type HarnessName = keyof typeof WITH_HOOKS;

type TypesOf<Row> = Row extends AgentRow<infer Type> ? Type : never;

/** What kind of session a conversation is: which agent, and who runs it. */
export type SessionType = TypesOf<(typeof AGENTS)[AgentId]> | 'unknown';

/** Their harnesses, by the names that stand behind `--harness`. */
export const HARNESSES = Object.fromEntries(
  Object.entries(WITH_HOOKS).map(([id, { harness }]) => [id, harness]),
) as Readonly<Record<HarnessName, Harness>>;

export const HARNESS_NAMES = Object.keys(HARNESSES) as readonly HarnessName[];

/** Those that can be guarded outside VS Code. */
export const OUTSIDE_AGENTS: readonly OutsideAgent[] = Object.values<AgentRow>(AGENTS).flatMap(({ id, outside }) =>
  outside === undefined ? [] : [{ id, ...outside }],
);

/** By what the command line calls them. */
export const OUTSIDE_AGENT_IDS: readonly string[] = OUTSIDE_AGENTS.map(({ id }) => id);

/** Their sessions in the table of the protection. */
export const OUTSIDE_SESSIONS: readonly ProtectedSession[] = OUTSIDE_AGENTS.map(({ name, protection }) => ({
  id: protection.id,
  name: protection.name ?? (() => name),
  needsWindow: () => false,
  way: () => 'userHooks',
  obstacles: ({ machine }) => protection.obstacles(machine),
}));

/** Tells which harness sent an input. */
export function recognise(input: RawInput, environment: NodeJS.ProcessEnv): Harness {
  return (
    Object.values(HARNESSES)
      .toReversed()
      .find((harness) => harness.looksLike(input, environment)) ?? claude.harness
  );
}

/** The kind of session that a hook belongs to. */
export function sessionTypeOf({ name }: Pick<Harness, 'name'>, environment: NodeJS.ProcessEnv): SessionType {
  const { terminal, chat } = rowOf(name)?.sessions ?? {};
  const own = isInAgentHost(environment) ? (chat ?? terminal) : (terminal ?? chat);
  return (own?.type as SessionType | undefined) ?? 'unknown';
}

/** The agent whose sessions are of a kind; undefined where no row knows it. */
export function agentOf(type: SessionType): AgentRow | undefined {
  return Object.values<AgentRow>(AGENTS).find(({ sessions }) =>
    Object.values(sessions).some((each) => each.type === type),
  );
}

/**
 * How a session is told from those of VS Code's own agent, where a person reads it; undefined for those. An unknown
 * one has no product's name, and a word that is the same in English and German.
 */
export function sessionTypeName(type: SessionType): string | undefined {
  return type === 'unknown' ? 'Agent' : sessionsOf(type)?.name;
}

/** Whether a stop ends the whole run with all its subagents. */
export function endsAsAWhole(type: SessionType = 'local'): boolean {
  return sessionsOf(type)?.endsAsAWhole === true;
}

/** Whether the session has a chat in the window, which can be canceled there. */
export function isInChat(type: SessionType): boolean {
  return agentOf(type)?.sessions.chat?.type === type;
}

function sessionsOf(type: SessionType): AgentRow['sessions']['chat'] {
  return Object.values(agentOf(type)?.sessions ?? {}).find((each) => each.type === type);
}

function rowOf(name: string): AgentRow | undefined {
  return Object.values<AgentRow>(AGENTS).find(({ id }) => id === name);
}
