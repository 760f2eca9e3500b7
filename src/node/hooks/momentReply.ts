import { randomUUID } from 'node:crypto';
import type { Call } from '../../engine/call';
import { type Moment, MOMENT_NAMES } from '../../engine/moment';
import type { Detection } from '../../engine/verdict';
import type { AgentMemory } from './agentMemory';
import { type CallPorts, stopLine } from './callAnswer';
import type { Harness, Reply } from './harness';
import type { HookInput } from './input';
import { replyTo } from './reply';

/** A hook input about what is no call. */
export type MomentInput = Extract<HookInput, { event: Moment }>;

/** What the guard is asked about a moment; no harness gives it an id. */
export function callOfMoment({ event, agentId }: MomentInput): Call {
  const id = `${MOMENT_NAMES[event]} ${randomUUID()}`;
  return { id, tool: MOMENT_NAMES[event], arguments: {}, agent: agentId, moment: event, surface: 'hook' };
}

/**
 * Judges a moment. There is nothing to block, so the agent is ended if the harness has an answer for that, otherwise at
 * its next call.
 * @param call the same for the guard, see {@link callOfMoment}
 * @returns what the agent is told, and why it is to end, if it is
 */
export function answerMoment(
  call: Call,
  harness: Harness,
  { guard, conversationId }: Pick<AgentMemory, 'guard' | 'conversationId'>,
  { noteStop, translate, messages, names }: Omit<CallPorts, 'isEndedElsewhere'>,
  nowMs: number,
): { readonly reply: Extract<Reply, { kind: 'allow' | 'warn' | 'end' }>; readonly stopped: Detection | undefined } {
  const verdict = guard.check(conversationId, { ...call, canAsk: harness.canAsk }, nowMs);
  const stopped = verdict.action === 'break' ? verdict.detection : undefined;
  if (stopped !== undefined) {
    noteStop(stopLine(harness, stopped, call.tool, nowMs));
  }
  const reply = replyTo(verdict, {}, translate, messages, names);
  if (reply.kind === 'stop' && harness.canEnd) {
    return { reply: { ...reply, kind: 'end' }, stopped };
  }
  return 'toPerson' in reply && reply.toPerson !== undefined
    ? { reply: { kind: 'warn', toPerson: reply.toPerson }, stopped }
    : { reply: { kind: 'allow' }, stopped };
}
