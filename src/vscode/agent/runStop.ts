import type { SessionType } from '../../core/status/sessionType';
import type { Guard } from '../../engine/guard';
import type { Detection } from '../../engine/verdict';
import type { Harness, Reply } from '../../node/hooks/harness';
import { HARNESSES } from '../../node/hooks/harnesses/registry';
import { type HookAnswer, NO_ANSWER } from '../../node/hooks/hookServer';
import type { HookInput } from '../../node/hooks/input';
import type { PermissionSteps } from '../../node/hooks/permissionSteps';
import type { AgentSessions } from '../window/agentSessions';
import type { AgentControl } from '../window/chatPanel';
import { translate } from '../window/translate';

/** A call that is refused because its run is to end. */
interface StoppedCall {
  readonly input: Extract<HookInput, { event: 'preToolUse' }>;
  readonly harness: Harness;
  readonly type: SessionType;
  readonly reply: Extract<Reply, { kind: 'stop' }>;
  /** False for further calls of a run that was stopped before. */
  readonly isFirst: boolean;
  /** Whether agents of other conversations are at work in chats of this window, at this moment. */
  readonly areOthersAtWork: () => boolean;
  readonly hookGone: AbortSignal;
}

/** Ends the run of an agent by the strongest means that its harness has. */
export function stopRun(call: StoppedCall, agent: AgentControl, permissions: PermissionSteps): Promise<HookAnswer> {
  return call.harness === HARNESSES.vscode ? stopOwn(call, agent) : stopForeign(call, agent, permissions);
}

/** Ends a run of VS Code's own agent, in whose chat the participant tells why. */
async function stopOwn(
  { input: { sessionId }, harness, reply, isFirst, areOthersAtWork, hookGone }: StoppedCall,
  agent: AgentControl,
): Promise<HookAnswer> {
  await agent.cancel(sessionId, { othersAtWork: areOthersAtWork(), hookGone });
  // The participant tells the person, in sight; what a hook says is folded away.
  const refusal = { kind: 'deny', toPerson: undefined } as const;
  return isFirst
    ? {
        output: harness.write({ ...refusal, toModel: reply.toPerson }),
        afterwards: () => void agent.ask(sessionId, '/tool-loop-why'),
      }
    : { output: harness.write({ ...refusal, toModel: reply.toModel }) };
}

/** Nothing is sent to the chat of another agent: what is said there to a participant reaches the model. */
async function stopForeign(
  { input: { sessionId, tool, agentId }, harness, type, reply, isFirst, areOthersAtWork }: StoppedCall,
  agent: AgentControl,
  permissions: PermissionSteps,
): Promise<HookAnswer> {
  if (isFirst) {
    agent.tell(reply.toPerson);
  }
  if (harness === HARNESSES.copilot) {
    if (type === 'agentHostCopilot') {
      await agent.cancelForeign(areOthersAtWork);
    }
    if (permissions.mayInterrupt({ sessionId, tool, agentId })) {
      // A refusal would keep the request for permission from coming, whose refusal ends the run.
      return NO_ANSWER;
    }
  }
  return { output: harness.write(reply) };
}

/** Refusing has not ended the agent: it is told more strongly, and where that cannot be, its calls are let go. */
export function endOrLetGo(
  sessionId: string,
  harness: Harness,
  { toModel, toPerson }: StoppedCall['reply'],
  { guard, agent }: { readonly guard: Guard; readonly agent: AgentControl },
): HookAnswer {
  if (harness.canEnd) {
    return { output: harness.write({ kind: 'end', toModel, toPerson }) };
  }
  guard.reset(sessionId);
  agent.tell(
    translate('A stopped agent went on and could not be ended. Its tool calls run again and are counted anew.'),
  );
  return NO_ANSWER;
}

/** Tells the person of a run that has been ended already: in its chat after the turn, where somebody answers there. */
export async function explainStop(
  conversationId: string,
  { guard, agent, sessions }: { readonly guard: Guard; readonly agent: AgentControl; readonly sessions: AgentSessions },
  textOf: (stopped: Detection) => string,
): Promise<void> {
  sessions.ended(conversationId);
  const { stopped } = guard.status(conversationId);
  if (stopped !== undefined && (sessions.typeOf(conversationId) ?? 'local') !== 'local') {
    agent.tell(textOf(stopped));
    return;
  }
  if (sessions.areOthersAtWork(conversationId, Date.now())) {
    await agent.reveal(conversationId);
  }
  await agent.ask(conversationId, '/tool-loop-why');
}
