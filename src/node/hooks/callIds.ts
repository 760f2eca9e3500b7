import { randomUUID } from 'node:crypto';
import { canonicalText } from '../../engine/values/canonical';
import { sha256 } from '../files/hash';
import { type HookCall, INTERNAL_SUFFIX } from '../wire/input';

type NameOf = (id: string) => string;

/** Each request is a call of its own. Without call ids, an outcome is matched by tool and arguments. */
export function newCallId({ callId, tool, arguments: callArguments }: HookCall, nameOf: NameOf): string {
  return callId === undefined ? `${derivedPrefix(tool, callArguments)}${randomUUID()}` : keptId(callId, nameOf);
}

/** @param unanswered ids of calls without an outcome yet, the newest last @returns undefined if no call waits for it */
export function answeredCallId(
  { callId, tool, arguments: callArguments }: HookCall,
  unanswered: readonly string[],
  nameOf: NameOf,
): string | undefined {
  return callId === undefined
    ? unanswered.findLast((candidate) => candidate.startsWith(derivedPrefix(tool, callArguments)))
    : keptId(callId, nameOf);
}

/** Keeps the model's id as a part, which is all that a transcript has. */
function keptId(callId: string, nameOf: NameOf): string {
  return callId.split(INTERNAL_SUFFIX).map(nameOf).join(INTERNAL_SUFFIX);
}

export function shortId(id: string): string {
  return sha256(id).slice(0, 20);
}

function derivedPrefix(tool: string, callArguments: unknown): string {
  return `${shortId(`${toolKey(tool)}\0${canonicalText(callArguments)}`)}:`;
}

/** Claude's names for Copilot's tools: the same call may have one before it runs, and Copilot's own afterwards. */
const COPILOT_NAMES: Readonly<Record<string, string>> = {
  read: 'view',
  write: 'create',
  agent: 'task',
  multiedit: 'edit',
  webfetch: 'web_fetch',
  websearch: 'web_search',
};

/** For checking whether two inputs are about one call: `view` is `Read`, `bash` is `Bash`. */
export function toolKey(tool: string): string {
  const name = tool.toLowerCase();
  return Object.hasOwn(COPILOT_NAMES, name) ? (COPILOT_NAMES[name] as string) : name;
}
