import { randomUUID } from 'node:crypto';
import { canonicalText } from '../../engine/values/canonical';
import { sha256 } from '../files/hash';
import type { HookCall } from '../wire/input';
import { toolKey } from '../wire/toolKey';
import { modelCallId } from '../wire/modelCallId';

/**
 * The id under which a call is kept. A harness that gives no call ids tells of an outcome by the call it belongs to;
 * each request is a call of its own.
 */
export function newCallId({ callId, tool, arguments: callArguments }: HookCall): string {
  return callId === undefined ? `${derivedPrefix(tool, callArguments)}${randomUUID()}` : givenId(callId);
}

/**
 * The id of the call that an outcome belongs to.
 * @param unanswered ids of the calls whose outcome is not known yet
 */
export function answeredCallId(
  { callId, tool, arguments: callArguments }: HookCall,
  unanswered: readonly string[],
): string | undefined {
  return callId === undefined
    ? unanswered.findLast((candidate) => candidate.startsWith(derivedPrefix(tool, callArguments)))
    : givenId(callId);
}

/** Whether a kept id is of a call that a transcript names. */
export function isOfCall(id: string, transcriptCallId: string): boolean {
  return id.startsWith(`${shortId(transcriptCallId)}.`);
}

/** Ids come from outside and may be of any length: in the state a digest stands for each. */
export function shortId(id: string): string {
  return sha256(id).slice(0, 20);
}

/** Begins with the id that the model gave, for that is all a transcript tells. */
function givenId(callId: string): string {
  return `${shortId(modelCallId(callId))}.${shortId(callId)}`;
}

function derivedPrefix(tool: string, callArguments: unknown): string {
  return `${shortId(`${toolKey(tool)}\0${canonicalText(callArguments)}`)}:`;
}
