import type { Budgets } from '../../core/budget/budgets';
import type { Detection } from '../../engine/decision/verdict';
import { type Guard, REMEMBERED_CONVERSATIONS } from '../../engine/guard';
import { BoundedMap } from '../../engine/values/boundedMap';
import type { HookCall } from '../wire/input';
import { shortId, toolKey } from './callIds';
import { type Clock, SYSTEM_CLOCK } from './clock';

const REMEMBERED_AGENTS = 100;

/** To start an agent again takes longer, and so does a person. */
const AT_ONCE_MS = 500;

export type HookSubject = Partial<Pick<HookCall, 'tool' | 'arguments' | 'folder'>> & { readonly sessionId: string };

/** What is known of sessions: in this process, or in files. */
export interface HookMemory {
  readonly nameOf: (id: string) => string;
  /** Where the process lives on: the guard of all sessions, and the outcomes that are about to arrive. */
  readonly living?: { readonly guard: Guard; readonly outcomes: AwaitedOutcomes };
  readonly isAttended: () => boolean;
  /** Nobody else changes it meanwhile. @throws when it cannot be had or kept; then nothing has changed */
  use<Result>(subject: HookSubject, work: (session: SessionMemory) => Result): Promise<Result>;
}

/** What is kept of a session besides what its guard and its budget know, as JSON. */
export interface SessionRecord {
  readonly agents: readonly (readonly [agent: string, AgentRecord])[];
  readonly permissions?: PermissionState | undefined;
  /** The last message, as a digest, and when the agent ended after it. */
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

  /** @param agent the subagent; undefined for the main agent, and where all agents are stopped together */
  agent(agent: string | undefined): AgentMemory {
    const known = this.#agents.get(agent ?? MAIN_AGENT) ?? new AgentMemory(this, agent);
    this.#agents.set(agent ?? MAIN_AGENT, known);
    return known;
  }

  /**
   * A message to the main agent; subagents that were at work belong to an earlier turn. The same message at once after
   * the end of the agent, where no person can be, is one of a program.
   * @param prompt undefined where the person resets the counters
   */
  beginTurn(nowMs: number, isAttended: () => boolean, prompt?: string): void {
    const { digest: last, endedMs = -Infinity } = this.#prompt ?? {};
    const digest = prompt === undefined ? undefined : shortId(prompt);
    const isAgain = digest !== undefined && digest === last && nowMs - endedMs <= AT_ONCE_MS;
    this.guard.beginTurn(this.conversationId, prompt, isAgain && !isAttended() ? 'program' : 'person');
    this.#prompt = digest === undefined ? undefined : { digest };
    this.#agents.clear();
    this.permissions.beginTurn();
  }

  ended(nowMs: number): void {
    this.#prompt &&= { ...this.#prompt, endedMs: nowMs };
  }
}

/** The name of the main agent's memory; no subagent has it. */
const MAIN_AGENT = '';

type AgentRecord = Pick<AgentMemory, 'refusals' | 'releases' | 'reportedAt' | 'place'>;

export class AgentMemory {
  /** How many of its calls were blocked in a row since it was stopped. */
  refusals = 0;
  /** How often its calls could run again because nothing had ended it. */
  releases = 0;
  /** What `releases` was when the main agent was told of the stop of this one. */
  reportedAt: number | undefined;
  /** Where it works, while it is stopped: its harness, and the name of its repository or folder. Stored only. */
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

  /** The stops of subagents that the main agent was not told of yet. They count as told; none for a subagent. */
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

/** How many tools of a session are remembered; three are known to have the step. */
const REMEMBERED_TOOLS = 50;

/**
 * The tools for which a harness asks for permission after a hook allowed the call. Only there, denying that request
 * ends the run. This is not assumed: a tool counts only after a request for it came in the same session, and no longer
 * once a request for it did not come, as for a file that can't be created because it exists.
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

  beginTurn(): void {
    this.#awaited.clear();
  }
}

/** Copilot asks for permission to create a file under the name of its tool that edits one. */
function stepOf(tool: string): string {
  const key = toolKey(tool);
  return key === 'create' ? 'edit' : key;
}

/** How long a call waits for the outcomes of earlier ones: a hook process takes about 100 ms. */
const PATIENCE_MILLISECONDS = 400;

const REMEMBERED_OUTCOMES = 1000;

/**
 * VS Code doesn't wait for the hook that reports an outcome, so the next call may be checked before the result
 * of the last one is known. This makes the check wait briefly, never twice for the same outcome, and after a vain wait
 * only once another outcome has arrived: an agent may ask about all calls of an answer before it runs the first.
 */
export class AwaitedOutcomes {
  /** By outcome, what lets the checks continue that wait for it. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #settled = new BoundedMap<string, true>(REMEMBERED_OUTCOMES);
  /** Conversations in which nothing has arrived since a vain wait. */
  readonly #silent = new BoundedMap<string, true>(REMEMBERED_OUTCOMES);

  constructor(private readonly clock: Pick<Clock, 'pause'> = SYSTEM_CLOCK) {}

  arrived(conversationId: string, callId: string): void {
    const id = outcomeKey(conversationId, callId);
    const waiting = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    this.#silent.delete(conversationId);
    waiting.forEach((proceed) => proceed());
    // What arrives may tell nothing of the outcome, which is not waited for again.
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

/** What is known of sessions in a process that lives on. A person is at its window, whatever comes next. */
export class WindowMemory implements HookMemory {
  readonly living: { readonly guard: Guard; readonly outcomes: AwaitedOutcomes };
  readonly #sessions = new BoundedMap<string, SessionMemory>(REMEMBERED_CONVERSATIONS);

  constructor(
    private readonly ports: {
      readonly guard: Guard;
      readonly budgets?: Budgets | undefined;
    },
    clock: Pick<Clock, 'pause'>,
  ) {
    this.living = { guard: ports.guard, outcomes: new AwaitedOutcomes(clock) };
  }

  /** As it is: other surfaces name the same calls. */
  readonly nameOf = (id: string): string => id;

  readonly isAttended = (): boolean => true;

  use<Result>({ sessionId }: HookSubject, work: (session: SessionMemory) => Result): Promise<Result> {
    const { guard, budgets } = this.ports;
    const session = this.#sessions.get(sessionId) ?? new SessionMemory(sessionId, guard, budgets);
    this.#sessions.set(sessionId, session);
    return Promise.resolve(work(session));
  }
}
