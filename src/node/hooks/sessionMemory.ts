import type { Budgets } from '../../core/budget/budgets';
import type { Detection } from '../../engine/decision/verdict';
import { type Guard, REMEMBERED_CONVERSATIONS } from '../../engine/guard';
import { BoundedMap } from '../../engine/values/boundedMap';
import type { HookCall } from '../wire/input';
import { shortId, toolKey } from './callIds';
import { type Clock, SYSTEM_CLOCK } from './clock';

const REMEMBERED_AGENTS = 100;

/** Restarting an agent takes longer, and so does a person. */
const AT_ONCE_MS = 500;

export type HookSubject = Partial<Pick<HookCall, 'tool' | 'arguments' | 'folder'>> & { readonly sessionId: string };

export interface HookMemory {
  readonly nameOf: (id: string) => string;
  /** Only in a process that lives on: the guard of all sessions, and the outcomes about to arrive. */
  readonly living?: { readonly guard: Guard; readonly outcomes: AwaitedOutcomes };
  readonly isAttended: () => boolean;
  /** Nobody else changes it in the meantime. @throws if it can't be read or stored; then nothing has changed */
  use<Result>(subject: HookSubject, work: (session: SessionMemory) => Result): Promise<Result>;
}

/** What is stored of a session in addition to its guard and budget, as JSON. */
export interface SessionRecord {
  readonly agents: readonly (readonly [agent: string, AgentRecord])[];
  readonly permissions?: PermissionState | undefined;
  readonly prompt?: { readonly digest: string; readonly endedMs?: number | undefined } | undefined;
}

export class SessionMemory {
  readonly permissions: PermissionSteps;
  readonly #agents = new BoundedMap<string, AgentMemory>(REMEMBERED_AGENTS);
  #prompt: SessionRecord['prompt'];

  constructor(
    readonly conversationId: string,
    readonly guard: Guard,
    readonly budgets: Pick<Budgets, 'check' | 'stopped'> | undefined,
    { agents, permissions, prompt }: SessionRecord = { agents: [] },
  ) {
    this.permissions = new PermissionSteps(permissions);
    this.#prompt = prompt;
    agents.forEach(([agent, record]) => Object.assign(this.agent(agent === MAIN_AGENT ? undefined : agent), record));
  }

  get record(): SessionRecord {
    const agents = [...this.#agents].flatMap(([name, agent]) => (agent.record ? [[name, agent.record] as const] : []));
    return { agents, permissions: this.permissions.state, prompt: this.#prompt };
  }

  get agents(): readonly AgentMemory[] {
    return [...this.#agents.values()];
  }

  /** @param agent undefined for the main agent, and if all agents are stopped together */
  agent(agent: string | undefined): AgentMemory {
    const known = this.#agents.get(agent ?? MAIN_AGENT) ?? new AgentMemory(this, agent);
    this.#agents.set(agent ?? MAIN_AGENT, known);
    return known;
  }

  /**
   * Subagents that were running belong to an earlier turn. The same message right after the agent's end, where nobody
   * can be present, comes from a program.
   * @param message undefined if the user resets the counters
   */
  beginTurn(message?: Pick<HookMemory, 'isAttended'> & { readonly prompt: string; readonly atMs: number }): void {
    const { digest: last, endedMs = -Infinity } = this.#prompt ?? {};
    const digest = message && shortId(message.prompt);
    const isAgain = message !== undefined && digest === last && message.atMs - endedMs <= AT_ONCE_MS;
    const by = isAgain && !message.isAttended() ? 'program' : 'person';
    this.guard.beginTurn(this.conversationId, message?.prompt, by);
    this.#prompt = digest === undefined ? undefined : { digest };
    this.#agents.clear();
    this.permissions.beginTurn();
  }

  ended(nowMs: number): void {
    this.#prompt &&= { ...this.#prompt, endedMs: nowMs };
  }
}

/** No subagent has this name. */
const MAIN_AGENT = '';

type AgentRecord = Pick<AgentMemory, 'refusals' | 'releases' | 'reportedAt' | 'place'>;

export class AgentMemory {
  refusals = 0;
  /** How often its calls could run again because nothing had ended it. */
  releases = 0;
  /** The value of `releases` when the main agent was informed of this one's stop. */
  reportedAt: number | undefined;
  /** The harness and the name of the repository or folder where it is stopped. Only stored. */
  place: { readonly harness: string; readonly folder?: string | undefined } | undefined;

  constructor(
    private readonly session: SessionMemory,
    readonly agent: string | undefined,
  ) {}

  get record(): AgentRecord | undefined {
    const { refusals, releases, reportedAt, place } = this;
    const isEmpty = refusals + releases === 0 && reportedAt === undefined && place === undefined;
    return isEmpty ? undefined : { refusals, releases, reportedAt, place };
  }

  get guard(): Guard {
    return this.session.guard;
  }

  get conversationId(): string {
    return this.session.conversationId;
  }

  get permissions(): PermissionSteps {
    return this.session.permissions;
  }

  get stopped(): Detection | undefined {
    return this.guard.status(this.conversationId, this.agent).stopped;
  }

  get budgets(): SessionMemory['budgets'] {
    return this.session.budgets;
  }

  /** Stops of subagents that are new to the main agent; each is returned once. None for a subagent. */
  unreportedStops(): readonly Detection[] {
    return this.agent === undefined ? this.session.agents.flatMap((other) => other.#takeStop() ?? []) : [];
  }

  #takeStop(): Detection | undefined {
    const stopped = this.agent === undefined ? undefined : this.stopped;
    const isTold = this.reportedAt === this.releases;
    this.reportedAt = stopped === undefined ? undefined : this.releases;
    return isTold ? undefined : stopped;
  }
}

type Asked = Pick<HookCall, 'tool' | 'agentId'>;

interface PermissionState {
  readonly tools: readonly string[];
  /** The tools of calls that were passed on to their requests, so that the run can be stopped there. */
  readonly awaited: readonly string[];
}

/** Three tools are known to have the step. */
const REMEMBERED_TOOLS = 50;

/**
 * Tools for which a harness asks for permission after a hook allowed the call; denying that request ends the run. This
 * isn't assumed: a tool counts only after such a request in the same session, and no longer once one did not come, as
 * for a file that can't be created because it exists.
 */
class PermissionSteps {
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

  /** @returns whether denying it ends a stopped run; never a subagent's request, which has its parent's session id */
  asked({ tool, agentId }: Asked): boolean {
    const step = stepOf(tool);
    this.#tools.add(step);
    return agentId === undefined && this.#awaited.delete(step);
  }

  get canEnd(): boolean {
    return this.#tools.size > 0;
  }

  /** Whether to pass a stopped run's call on to its permission request, which is then awaited. */
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

  beginTurn(): void {
    this.#awaited.clear();
  }
}

/** Copilot asks for permission to create a file under the name of its edit tool. */
function stepOf(tool: string): string {
  const key = toolKey(tool);
  return key === 'create' ? 'edit' : key;
}

/** How long a call waits for earlier outcomes: a hook process takes about 100 ms. */
const PATIENCE_MILLISECONDS = 400;

const REMEMBERED_OUTCOMES = 1000;

/**
 * VS Code doesn't wait for the hook that reports an outcome, so the next call may be checked too early. This makes the
 * check wait briefly, never twice for the same outcome, and after a wait without a result only once another outcome has
 * arrived: an agent may ask about all calls of an answer before it runs the first.
 */
export class AwaitedOutcomes {
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #settled = new BoundedMap<string, true>(REMEMBERED_OUTCOMES);
  /** Conversations in which nothing has arrived since a wait without a result. */
  readonly #silent = new BoundedMap<string, true>(REMEMBERED_OUTCOMES);

  constructor(private readonly clock: Pick<Clock, 'pause'> = SYSTEM_CLOCK) {}

  arrived(conversationId: string, callId: string): void {
    const id = outcomeKey(conversationId, callId);
    const waiting = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    this.#silent.delete(conversationId);
    waiting.forEach((proceed) => proceed());
    // Even if nothing useful arrives for this outcome, it isn't waited for again.
    this.#settled.set(id, true);
  }

  async wait(conversationId: string, callIds: readonly string[]): Promise<void> {
    const missing = callIds.map((callId) => outcomeKey(conversationId, callId)).filter((id) => !this.#settled.has(id));
    if (missing.length === 0 || this.#silent.has(conversationId)) {
      return;
    }
    const isOver = new AbortController();
    const patience = this.clock.pause(PATIENCE_MILLISECONDS, isOver.signal);
    const arrivals = missing.map(
      (id) => new Promise<void>((resolve) => this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve])),
    );
    await Promise.race([patience, Promise.all(arrivals)]);
    isOver.abort();
    for (const id of missing) {
      if (this.#waiting.delete(id)) {
        this.#settled.set(id, true);
        this.#silent.set(conversationId, true);
      }
    }
  }
}

function outcomeKey(conversationId: string, callId: string): string {
  return `${conversationId} ${callId}`;
}

/** For a process that lives on. Someone is at its window, whatever comes next. */
export class WindowMemory implements HookMemory {
  readonly living: { readonly guard: Guard; readonly outcomes: AwaitedOutcomes };
  readonly #sessions = new BoundedMap<string, SessionMemory>(REMEMBERED_CONVERSATIONS);

  constructor(
    guard: Guard,
    private readonly budgets: Budgets | undefined,
    clock: Pick<Clock, 'pause'>,
  ) {
    this.living = { guard, outcomes: new AwaitedOutcomes(clock) };
  }

  /** Unchanged: other surfaces name the same calls. */
  readonly nameOf = (id: string): string => id;

  readonly isAttended = (): boolean => true;

  use<Result>({ sessionId }: HookSubject, work: (session: SessionMemory) => Result): Promise<Result> {
    const session = this.#sessions.get(sessionId) ?? new SessionMemory(sessionId, this.living.guard, this.budgets);
    this.#sessions.set(sessionId, session);
    return Promise.resolve(work(session));
  }
}
