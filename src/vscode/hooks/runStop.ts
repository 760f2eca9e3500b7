import { whyQuestion } from '../../core/chat/whyQuestion';
import { steeringText } from '../../core/words/loopTexts';
import type { Guard } from '../../engine/guard';
import type { Detection } from '../../engine/decision/verdict';
import type { Harness, Reply } from '../../node/wire/harness';
import type { HookAnswer } from '../../node/transport/hookServer';
import type { HookInput } from '../../node/wire/input';
import type { AgentSessions } from '../window/agentSessions';
import type { AgentControl, Notice } from '../chatPanel/agentControl';
import { translate } from '../host/translate';

/** A call that is refused because its run is to end. */
export interface StoppedCall {
  readonly input: Extract<HookInput, { event: 'preToolUse' }>;
  readonly harness: Harness;
  readonly reply: Extract<Reply, { kind: 'stop' }>;
  /** What the person reads of it where no chat can be written to. */
  readonly notice: Notice;
  /** False for further calls of a run that was stopped before. */
  readonly isFirst: boolean;
  /** Whether agents of other conversations are at work in chats of this window, at this moment. */
  readonly areOthersAtWork: () => boolean;
  readonly hookGone: AbortSignal;
}

/** Ends a run of VS Code's own agent, in whose chat the participant tells why. */
export async function stopRun(
  { input: { sessionId }, harness, reply, notice, isFirst, areOthersAtWork, hookGone }: StoppedCall,
  { agent, sessions }: { readonly agent: AgentControl; readonly sessions: AgentSessions },
): Promise<HookAnswer> {
  // VS Code calls no hook for the end of a run that is cancelled; if this one goes on, its next call tells.
  if (await agent.cancel(sessionId, { othersAtWork: areOthersAtWork(), hookGone })) {
    sessions.ended(sessionId);
  }
  const isProbablyAway = sessions.isAway(sessionId, Date.now());
  // The participant tells the person, in sight; what a hook says is folded away.
  const refusal = { kind: 'deny', toPerson: undefined } as const;
  return isFirst
    ? {
        output: harness.write({ ...refusal, toModel: reply.toPerson }),
        afterwards: () => void agent.ask(sessionId, whyQuestion(translate), { ...notice, isProbablyAway }),
      }
    : { output: harness.write({ ...refusal, toModel: reply.toModel }) };
}

/** Tells the person of a run that has been ended already: in its chat after the turn, where somebody answers there. */
export async function explainStop(
  conversationId: string,
  { guard, agent, sessions }: { readonly guard: Guard; readonly agent: AgentControl; readonly sessions: AgentSessions },
  noticeOf: (stopped: Detection) => string,
): Promise<void> {
  sessions.ended(conversationId);
  const { stopped } = guard.status(conversationId);
  if (stopped !== undefined && (sessions.typeOf(conversationId) ?? 'local') !== 'local') {
    const ways = { steering: steeringText(stopped, translate), chat: undefined };
    agent.tellStop({ text: noticeOf(stopped), call: stopped }, ways);
    return;
  }
  const text = stopped === undefined ? translate('Agent stopped.') : noticeOf(stopped);
  const call = stopped ?? { conversationId, callId: '' };
  const isProbablyAway = sessions.isAway(conversationId, Date.now());
  await agent.ask(conversationId, whyQuestion(translate), { text, call, isProbablyAway });
}
