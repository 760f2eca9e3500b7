import { randomUUID } from 'node:crypto';
import { wakingText } from '../../core/words/modelTexts';
import type { Call } from '../../engine/facts/call';
import { type Moment, MOMENT_NAMES, noted } from '../../engine/facts/moment';
import type { Detection } from '../../engine/decision/verdict';
import { digestOf } from '../files/hash';
import type { AgentMemory } from './sessionMemory';
import { type CallPorts, stopLine } from './callAnswer';
import type { Harness, Reply } from '../wire/harness';
import type { HookInput } from '../wire/input';
import { replyTo } from '../wire/reply';
import { signedStop } from './signedStop';

/** A hook input about what is no call. */
export type MomentInput = Extract<HookInput, { event: Moment }>;

/** What a hook input, or another surface, tells of a moment. */
type ToldMoment =
  | Pick<Extract<MomentInput, { event: 'continued' | 'compacted' }>, 'event' | 'agentId'>
  | Pick<Extract<MomentInput, { event: 'woken' }>, 'event' | 'agentId' | 'notice'>;

/** What the guard is asked about a moment; no harness gives it an id. */
export function callOfMoment(input: ToldMoment): Call {
  const { event, agentId } = input;
  const id = `${MOMENT_NAMES[event]} ${randomUUID()}`;
  const told = input.event === 'woken' ? noted(input.notice, digestOf) : {};
  return { id, tool: MOMENT_NAMES[event], arguments: told, agent: agentId, moment: event, surface: 'hook' };
}

type MomentReply = Extract<Reply, { kind: 'allow' | 'warn' | 'hint' | 'end' }>;

export interface MomentAnswer {
  readonly reply: MomentReply;
  /** Why the agent is to end; undefined if it is not. */
  readonly stopped: Detection | undefined;
}

/**
 * Judges a moment. There is nothing to block, so the agent is ended if the harness has an answer for that, otherwise at
 * its next call.
 * @param call the same for the guard, see {@link callOfMoment}
 */
export function answerMoment(
  call: Call,
  harness: Harness,
  { guard, conversationId }: Pick<AgentMemory, 'guard' | 'conversationId'>,
  { noteStop, ...voice }: Omit<CallPorts, 'isEndedElsewhere'>,
  nowMs: number,
): MomentAnswer {
  const verdict = guard.check(conversationId, { ...call, canAsk: harness.canAsk }, nowMs);
  const stopped = verdict.action === 'break' ? verdict.detection : undefined;
  if (stopped !== undefined) {
    noteStop(stopLine(harness, stopped, call.tool, nowMs));
  }
  const { translate, messages, names } = voice;
  const reply = replyTo(verdict, {}, translate, messages, names);
  if (reply.kind === 'stop' && harness.canEnd) {
    return { reply: signedStop({ ...reply, kind: 'end' }, voice), stopped };
  }
  if (reply.kind === 'warn' && reply.toModel !== undefined && verdict.action !== 'allow') {
    return { reply: { kind: 'hint', toPerson: reply.toPerson, toModel: wakingText(verdict.detection) }, stopped };
  }
  return 'toPerson' in reply && reply.toPerson !== undefined
    ? { reply: { kind: 'warn', toPerson: reply.toPerson }, stopped }
    : { reply: { kind: 'allow' }, stopped };
}
