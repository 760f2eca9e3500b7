import { BoundedMap } from '../../engine/boundedMap';
import type { HookCall } from './input';
import { toolKey } from './toolKey';

type Asked = Pick<HookCall, 'tool' | 'agentId'>;

/** What is remembered of one session, as JSON. */
export interface PermissionState {
  /** The tools for which requests have come, the latest last. */
  readonly tools: readonly string[];
  /** The tool of a call that was let on to its request, so that the run can be ended there. */
  readonly awaited?: string | undefined;
}

/** How many sessions are remembered; the one first seen is forgotten first. */
const REMEMBERED_SESSIONS = 200;

/** How many tools of a session are remembered; three are known to have the step. */
const REMEMBERED_TOOLS = 50;

/**
 * For which tools a harness asks permission after a call of a session was let through: where it does, and only there, a
 * refusal of that request ends the run. It is not taken on trust: only tools count for which a request has come in the
 * same session, and while one is awaited that has not come, no other is waited for.
 */
export class PermissionSteps {
  readonly #tools: Set<string>;
  #awaited: string | undefined;

  constructor({ tools, awaited }: PermissionState = { tools: [] }) {
    this.#tools = new Set(tools);
    this.#awaited = awaited;
  }

  /** For those who keep it; undefined when there is nothing to keep. */
  get state(): PermissionState | undefined {
    const tools = [...this.#tools].slice(-REMEMBERED_TOOLS);
    return tools.length === 0 && this.#awaited === undefined ? undefined : { tools, awaited: this.#awaited };
  }

  /**
   * Takes note of a request for permission.
   * @returns whether it is the awaited one, by whose refusal a stopped run ends; never that of a sub-agent, which bears
   * the name of its parent's session
   */
  asked({ tool, agentId }: Asked): boolean {
    const step = stepOf(tool);
    this.#tools.add(step);
    if (agentId !== undefined || step !== this.#awaited) {
      return false;
    }
    this.#awaited = undefined;
    return true;
  }

  /** Whether a call of a stopped run may be let on to its request for permission, which then is awaited. */
  mayInterrupt({ tool, agentId }: Asked): boolean {
    if (agentId !== undefined) {
      return false;
    }
    if (this.#awaited !== undefined) {
      this.#tools.clear();
      return false;
    }
    const step = stepOf(tool);
    if (!this.#tools.has(step)) {
      return false;
    }
    this.#awaited = step;
    return true;
  }

  /** The person speaks: nothing is awaited any more. */
  beginTurn(): void {
    this.#awaited = undefined;
  }
}

/** The same for all sessions of a window. */
export class PermissionStepsOfSessions {
  readonly #sessions = new BoundedMap<string, PermissionSteps>(REMEMBERED_SESSIONS);

  of(sessionId: string): PermissionSteps {
    const known = this.#sessions.get(sessionId) ?? new PermissionSteps();
    this.#sessions.set(sessionId, known);
    return known;
  }
}

/** Copilot asks for permission to create a file under the name of its tool that edits one. */
function stepOf(tool: string): string {
  const key = toolKey(tool);
  return key === 'create' ? 'edit' : key;
}
