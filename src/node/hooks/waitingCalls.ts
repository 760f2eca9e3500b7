import { canonicalText } from '../../engine/values/canonical';
import { sha256 } from '../files/hash';
import type { HookCall } from '../wire/input';
import { toolKey } from '../wire/toolKey';

/** How many sessions are remembered, and how many different calls of each; those first seen are forgotten first. */
const REMEMBERED_SESSIONS = 200;
const REMEMBERED_CALLS = 500;

/**
 * IDs for the calls of harnesses that provide none. An outcome belongs to the call of the same tool with the same
 * arguments that has waited the longest.
 */
export class WaitingCalls {
  readonly #sessions = new Map<string, Map<string, string[]>>();
  #made = 0;

  /** A call that is about to run. */
  begin(sessionId: string, call: HookCall): string {
    const waiting = this.#sessions.get(sessionId) ?? new Map<string, string[]>();
    const key = keyOf(call);
    const id = `${key}~${++this.#made}`;
    waiting.set(key, [...(waiting.get(key) ?? []), id]);
    this.#sessions.set(sessionId, waiting);
    dropFirst(waiting, REMEMBERED_CALLS);
    dropFirst(this.#sessions, REMEMBERED_SESSIONS);
    return id;
  }

  /** The call that an outcome belongs to; undefined if no call waits. */
  end(sessionId: string, call: HookCall): string | undefined {
    return this.#sessions.get(sessionId)?.get(keyOf(call))?.shift();
  }

  /** A call did not run, or no outcome is expected anymore. */
  drop(sessionId: string, id: string): void {
    const ids = this.#sessions.get(sessionId)?.get(id.split('~')[0] as string);
    const at = ids?.indexOf(id) ?? -1;
    if (at >= 0) {
      ids?.splice(at, 1);
    }
  }
}

function keyOf({ tool, arguments: callArguments }: HookCall): string {
  return sha256(`${toolKey(tool)}\0${canonicalText(callArguments)}`).slice(0, 20);
}

function dropFirst(map: Map<string, unknown>, most: number): void {
  if (map.size > most) {
    map.delete(map.keys().next().value as string);
  }
}
