import type { HookCall } from '../wire/input';
import { toolKey } from '../wire/toolKey';

type Asked = Pick<HookCall, 'tool' | 'agentId'>;

/** What is remembered about one session, as JSON. */
export interface PermissionState {
  /** The tools for which requests have come, the latest last. */
  readonly tools: readonly string[];
  /** The tools of calls that were passed on to their requests, so that the run can be stopped there. */
  readonly awaited: readonly string[];
}

/** How many tools of a session are remembered; three are known to have the step. */
const REMEMBERED_TOOLS = 50;

/**
 * The tools for which a harness asks for permission after a hook allowed the call. Only there, denying that request
 * ends the run. This is not assumed: a tool counts only after a request for it came in the same session, and no longer
 * once a request for it did not come, as for a file that can't be created because it exists.
 */
export class PermissionSteps {
  readonly #tools: Set<string>;
  readonly #awaited: Set<string>;

  constructor({ tools, awaited }: PermissionState = { tools: [], awaited: [] }) {
    this.#tools = new Set(tools);
    this.#awaited = new Set(awaited);
  }

  get state(): PermissionState | undefined {
    const tools = [...this.#tools].slice(-REMEMBERED_TOOLS);
    return tools.length + this.#awaited.size === 0 ? undefined : { tools, awaited: [...this.#awaited] };
  }

  /**
   * Records a request for permission.
   * @returns whether it is an awaited one, whose denial ends a stopped run; never that of a subagent, which has
   * the ID of its parent's session
   */
  asked({ tool, agentId }: Asked): boolean {
    const step = stepOf(tool);
    this.#tools.add(step);
    return agentId === undefined && this.#awaited.delete(step);
  }

  /** Whether a request for permission may end a stopped run. */
  get canEnd(): boolean {
    return this.#tools.size > 0;
  }

  /** Whether to pass a call of a stopped run on to its request for permission, which is then awaited. */
  mayInterrupt({ tool, agentId }: Asked): boolean {
    const step = stepOf(tool);
    if (agentId !== undefined || !this.#tools.has(step)) {
      return false;
    }
    if (this.#awaited.has(step)) {
      this.#tools.delete(step);
      return false;
    }
    this.#awaited.add(step);
    return true;
  }

  /** The user sent a message: nothing is awaited anymore. */
  beginTurn(): void {
    this.#awaited.clear();
  }
}

/** Copilot asks for permission to create a file under the name of its tool that edits one. */
function stepOf(tool: string): string {
  const key = toolKey(tool);
  return key === 'create' ? 'edit' : key;
}
