import { randomUUID } from 'node:crypto';
import { canonicalText } from '../../engine/values/canonical';
import { sha256 } from '../files/hash';
import type { HookCall } from '../wire/input';
import { toolKey } from '../wire/toolKey';
import { modelCallId } from '../wire/modelCallId';

/** How the ids that come from outside are kept. */
export interface CallIds {
  readonly kept: (callId: string) => string;
  /** Whether a kept id is of a call, by the id that the model gave it, which is all that a transcript tells. */
  readonly isOf: (keptId: string, id: string) => boolean;
  /** The name of an answer of the model. */
  readonly round: (name: string) => string;
}

/** As they are: in a window, other surfaces name the same calls. */
export const WHOLE_IDS: CallIds = {
  kept: (callId) => callId,
  isOf: (keptId, id) => modelCallId(keptId) === id,
  round: (name) => name,
};

/** They may be of any length: in a file a digest stands for each. */
export const SHORT_IDS: CallIds = {
  kept: (callId) => `${shortId(modelCallId(callId))}.${shortId(callId)}`,
  isOf: (keptId, id) => keptId.startsWith(`${shortId(id)}.`),
  round: shortId,
};

/**
 * The id of a call that is about to run. A harness that gives no call ids tells of an outcome by the call it belongs
 * to; each request is a call of its own.
 */
export function newCallId({ callId, tool, arguments: callArguments }: HookCall, { kept }: CallIds): string {
  return callId === undefined ? `${derivedPrefix(tool, callArguments)}${randomUUID()}` : kept(callId);
}

/**
 * The id of the call that an outcome belongs to; undefined if no call waits for it.
 * @param unanswered ids of the calls whose outcome is not known yet, the newest last
 */
export function answeredCallId(
  { callId, tool, arguments: callArguments }: HookCall,
  unanswered: readonly string[],
  { kept }: CallIds,
): string | undefined {
  return callId === undefined
    ? unanswered.findLast((candidate) => candidate.startsWith(derivedPrefix(tool, callArguments)))
    : kept(callId);
}

/** A digest in place of an id of any length. */
export function shortId(id: string): string {
  return sha256(id).slice(0, 20);
}

function derivedPrefix(tool: string, callArguments: unknown): string {
  return `${shortId(`${toolKey(tool)}\0${canonicalText(callArguments)}`)}:`;
}
