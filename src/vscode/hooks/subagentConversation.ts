import type { SubAgents } from '../../core/models/subAgents';
import type { SessionType } from '../../node/agents/sessions';
import type { HookInput } from '../../node/wire/input';
import type { AgentSessions } from '../window/agentSessions';

/**
 * Puts what a subagent's own session says where it belongs, its parent's conversation: some harnesses give subagents
 * sessions of their own, which begin with the task that a call of the parent gives them.
 * @param folder where the session works
 * @returns undefined where it is of no interest: a subagent gets no message of the person
 */
export function inSubagentConversation(
  input: HookInput | undefined,
  type: SessionType,
  sessions: AgentSessions,
  subAgents: SubAgents,
  folder?: string,
): HookInput | undefined {
  if (input === undefined) {
    return undefined;
  }
  if (input.event === 'userPrompt' && type !== 'local') {
    const parent = sessions
      .atWork(type, Date.now())
      .find((id) => id !== input.sessionId && subAgents.submits(id, input.prompt));
    if (parent !== undefined) {
      sessions.isChildOf(input.sessionId, parent);
    }
  }
  sessions.heard(input.sessionId, type, folder);
  const { conversationId, agentId } = sessions.placeOf(input.sessionId);
  if (agentId === undefined) {
    return input;
  }
  return input.event === 'preToolUse' || input.event === 'postToolUse' || input.event === 'permissionRequest'
    ? { ...input, sessionId: conversationId, agentId: input.agentId ?? agentId }
    : undefined;
}
