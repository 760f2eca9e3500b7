import type { HookCall } from './input';
import { toolKey } from './toolKey';

type Asked = Pick<HookCall, 'tool' | 'agentId'> & { readonly sessionId: string };

/** How many sessions are remembered; the one first seen is forgotten first. */
const REMEMBERED_SESSIONS = 200;

/** What is known of one session. */
interface Known {
  readonly tools: Set<string>;
  /** A call was let on to its request for permission, so that the run can be ended there. */
  isAwaited: boolean;
}

/**
 * For which tools a harness asks permission after a call was let through: where it does, and only there, a refusal of
 * that request ends the run. It is not taken on trust: only tools count for which a request has come in the same
 * session, and one that is awaited and does not come is not awaited again.
 */
export class PermissionSteps {
  readonly #sessions = new Map<string, Known>();

  /**
   * Takes note of a request for permission.
   * @returns whether the run may be ended by refusing it; those of sub-agents bear the name of their parent's session
   */
  asked({ sessionId, tool, agentId }: Asked, isStopped: boolean): boolean {
    const known = this.#sessions.get(sessionId) ?? { tools: new Set<string>(), isAwaited: false };
    this.#sessions.set(sessionId, known);
    if (this.#sessions.size > REMEMBERED_SESSIONS) {
      this.#sessions.delete(this.#sessions.keys().next().value as string);
    }
    known.tools.add(stepOf(tool));
    known.isAwaited = false;
    return isStopped && agentId === undefined;
  }

  /** Whether a call of a stopped run may be let on to its request for permission, which then is awaited. */
  mayInterrupt({ sessionId, tool, agentId }: Asked): boolean {
    const known = this.#sessions.get(sessionId);
    if (known === undefined || agentId !== undefined || !known.tools.has(stepOf(tool))) {
      return false;
    }
    if (known.isAwaited) {
      this.#sessions.delete(sessionId);
      return false;
    }
    known.isAwaited = true;
    return true;
  }

  /** The person speaks: nothing is awaited any more. */
  beginTurn(sessionId: string): void {
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) {
      known.isAwaited = false;
    }
  }
}

/** Copilot asks for permission to create a file under the name of its tool that edits one. */
function stepOf(tool: string): string {
  const key = toolKey(tool);
  return key === 'create' ? 'edit' : key;
}
