import type { SessionType } from '../../core/protection/facts';
import type { AgentRow, OutsideAgent } from './agent';
import { WITH_HOOKS } from './harnesses';
import { opencode } from './opencode';
import type { AgentId } from './sessions';

export const AGENTS: Readonly<Record<AgentId, AgentRow>> = { ...WITH_HOOKS, opencode };

export const OUTSIDE_AGENTS: readonly OutsideAgent[] = Object.values(AGENTS).flatMap(({ id, outside }) =>
  outside === undefined ? [] : [{ id, ...outside }],
);

export const OUTSIDE_AGENT_IDS: readonly string[] = OUTSIDE_AGENTS.map(({ id }) => id);

export const OUTSIDE_SESSIONS: readonly SessionType[] = OUTSIDE_AGENTS.map((agent) => ({
  id: agent.protection.id,
  agent: agent.id,
  name: () => agent.name,
  needsWindow: () => false,
  takesFolderVariables: agent.takesFolderVariables === true,
  outside: { runsProgram: agent.guard.kind !== 'module' },
}));
