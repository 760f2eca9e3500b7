import { randomUUID } from 'node:crypto';
import type { Translate } from '../../core/words/language';
import type { Messages } from '../../core/words/messages';
import type { Call } from '../../engine/call';
import { type Moment, MOMENT_NAMES } from '../../engine/moment';
import type { Verdict } from '../../engine/verdict';
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
 * Turns a verdict on a moment into what the harness is told: there is nothing to refuse, so the agent is ended where
 * the harness has an answer for that, and otherwise at its next call.
 */
export function replyToMoment(
  verdict: Verdict,
  { canEnd }: Harness,
  translate: Translate,
  messages: Messages,
): Extract<Reply, { kind: 'allow' | 'warn' | 'end' }> {
  const reply = replyTo(verdict, {}, translate, messages);
  if (reply.kind === 'stop' && canEnd) {
    return { ...reply, kind: 'end' };
  }
  return 'toPerson' in reply && reply.toPerson !== undefined
    ? { kind: 'warn', toPerson: reply.toPerson, toModel: undefined }
    : { kind: 'allow' };
}
