import type { BudgetedCall, BudgetForm, BudgetVerdict } from '../../core/budget/budgetMeter';
import type { Budgets } from '../../core/budget/budgets';
import type { BudgetReached } from '../../core/events/budgetEvent';
import type { Detection } from '../../engine/decision/verdict';
import type { Guard } from '../../engine/guard';
import { BoundedMap } from '../../engine/values/boundedMap';
import type { HookCall } from '../wire/input';
import type { AwaitedOutcomes } from './awaitedOutcomes';
import { shortId } from './callIds';
import { PermissionSteps, type PermissionState } from './permissionSteps';

/** As many as the guard remembers. */
const REMEMBERED_AGENTS = 100;

/** To start an agent again takes longer, and so does a person. */
const AT_ONCE_MS = 500;

/** What a hook is about: its session, and the call, where it is about one. */
export type HookSubject = Partial<Pick<HookCall, 'tool' | 'arguments' | 'folder'>> & { readonly sessionId: string };

/** What is known of sessions: in this process, or in files. */
export interface HookMemory {
  /** How the ID of a call, of an answer, or of a subagent is kept. */
  readonly nameOf: (id: string) => string;
  /** Where the process lives on: the guard of all sessions, and the outcomes that are about to arrive. */
  readonly living?: { readonly guard: Guard; readonly outcomes: AwaitedOutcomes };
  /** Whether a person may read what an agent says. */
  readonly isAttended: () => boolean;
  /**
   * Does some work with what is known of a session. Nobody else changes that meanwhile.
   * @throws when it cannot be had or kept; then nothing has changed
   */
  use<Result>(subject: HookSubject, work: (session: SessionMemory) => Result): Promise<Result>;
}

/** What is kept of a session besides what its guard and its budget know, as JSON. */
export interface SessionRecord {
  readonly agents: readonly (readonly [agent: string, AgentRecord])[];
  readonly permissions?: PermissionState | undefined;
  /** The last message, as a digest, and when the agent ended after it. */
  readonly prompt?: { readonly digest: string; readonly endedMs?: number | undefined } | undefined;
}

/** What is known of a session besides what its guard knows. */
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

  /** The agents that hooks were about since the last message. */
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

type AgentRecord = Pick<AgentMemory, 'refusals' | 'letGoes' | 'toldAt' | 'place'>;

/** What is known of one agent of a session besides what its guard knows. */
export class AgentMemory {
  /** How many of its calls were blocked in a row since it was stopped. */
  refusals = 0;
  /** How often its calls could run again because nothing had ended it. */
  letGoes = 0;
  /** What `letGoes` was when the main agent was told of the stop of this one. */
  toldAt: number | undefined;
  /** Where it works, while it is stopped: its harness, and the name of its repository or folder. Stored only. */
  place: { readonly harness: string; readonly folder?: string | undefined } | undefined;

  constructor(
    private readonly session: SessionMemory,
    /** The subagent; undefined for the main agent. */
    readonly agent: string | undefined,
  ) {}

  /** Undefined if there is nothing to keep. */
  get record(): AgentRecord | undefined {
    const { refusals, letGoes, toldAt, place } = this;
    const isEmpty = refusals + letGoes === 0 && toldAt === undefined && place === undefined;
    return isEmpty ? undefined : { refusals, letGoes, toldAt, place };
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

  /** Says whether a call that the guard has let run goes beyond the budget, and counts it. */
  checkBudget(
    call: BudgetedCall & { readonly tool: string },
    form: BudgetForm,
    nowMs: number,
  ): BudgetVerdict | undefined {
    return this.session.budgets?.check(this.conversationId, call, form, nowMs);
  }

  /** The limit of the budget at which the run was ended; undefined if it wasn't. */
  budgetStop(): BudgetReached | undefined {
    return this.session.budgets?.stopped(this.conversationId);
  }

  /** The stops of subagents that the main agent was not told of yet. They count as told; none for a subagent. */
  untoldStops(): readonly Detection[] {
    return this.agent === undefined ? this.session.agents.flatMap((other) => other.#takeStop() ?? []) : [];
  }

  /** Why this subagent was stopped, once for each stop. */
  #takeStop(): Detection | undefined {
    const stopped = this.agent === undefined ? undefined : this.stopped;
    const isTold = this.toldAt === this.letGoes;
    this.toldAt = stopped === undefined ? undefined : this.letGoes;
    return isTold ? undefined : stopped;
  }
}
