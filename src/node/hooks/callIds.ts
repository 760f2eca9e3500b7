import { randomUUID } from 'node:crypto';
import { canonicalText } from '../../engine/values/canonical';
import { sha256 } from '../files/hash';
import { type HookCall, INTERNAL_SUFFIX } from '../wire/input';

type NameOf = (id: string) => string;

/**
 * The id of a call that is about to run. A harness that gives no call ids tells of an outcome by the call it belongs
 * to; each request is a call of its own.
 */
export function newCallId({ callId, tool, arguments: callArguments }: HookCall, nameOf: NameOf): string {
  return callId === undefined ? `${derivedPrefix(tool, callArguments)}${randomUUID()}` : keptId(callId, nameOf);
}

/**
 * The id of the call that an outcome belongs to; undefined if no call waits for it.
 * @param unanswered ids of the calls whose outcome is not known yet, the newest last
 */
export function answeredCallId(
  { callId, tool, arguments: callArguments }: HookCall,
  unanswered: readonly string[],
  nameOf: NameOf,
): string | undefined {
  return callId === undefined
    ? unanswered.findLast((candidate) => candidate.startsWith(derivedPrefix(tool, callArguments)))
    : keptId(callId, nameOf);
}

/** The id that the model gave stays a part of it, which is all that a transcript tells. */
function keptId(callId: string, nameOf: NameOf): string {
  return callId.split(INTERNAL_SUFFIX).map(nameOf).join(INTERNAL_SUFFIX);
}

export function shortId(id: string): string {
  return sha256(id).slice(0, 20);
}

function derivedPrefix(tool: string, callArguments: unknown): string {
  return `${shortId(`${toolKey(tool)}\0${canonicalText(callArguments)}`)}:`;
}

/** Claude's names for tools of Copilot that the same call may have before it runs, while Copilot's own comes after. */
const COPILOT_NAMES: Readonly<Record<string, string>> = {
  read: 'view',
  write: 'create',
  agent: 'task',
  multiedit: 'edit',
  webfetch: 'web_fetch',
  websearch: 'web_search',
};

/** A tool's name for telling whether two inputs are about one call: `view` is `Read`, `bash` is `Bash`. */
export function toolKey(tool: string): string {
  const name = tool.toLowerCase();
  return Object.hasOwn(COPILOT_NAMES, name) ? (COPILOT_NAMES[name] as string) : name;
}
