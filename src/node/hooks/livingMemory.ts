import type { Budgets } from '../../core/budget/budgets';
import { BoundedMap } from '../../engine/values/boundedMap';
import type { Guard } from '../../engine/guard';
import type { Detection } from '../../engine/decision/verdict';
import type { AgentMemory, HookMemory, Whose } from './agentMemory';
import { AwaitedOutcomes } from './awaitedOutcomes';
import { WHOLE_IDS } from './callIds';
import type { Clock } from './clock';
import { PermissionStepsOfSessions } from './permissionSteps';

/** As many conversations as the guard remembers, and as many agents of each. */
const REMEMBERED_CONVERSATIONS = 1000;
const REMEMBERED_AGENTS = 100;

/** The name of the main agent's memory; no subagent has it. */
const MAIN_AGENT = '';

/** What is known of the agents of conversations in a process that lives on, beside what its guard knows. */
export class LivingMemory implements HookMemory {
  readonly ids = WHOLE_IDS;
  readonly living: { readonly guard: Guard; readonly outcomes: AwaitedOutcomes };
  readonly #conversations = new BoundedMap<string, BoundedMap<string, LivingAgent>>(REMEMBERED_CONVERSATIONS);
  readonly #permissions = new PermissionStepsOfSessions();

  constructor(
    private readonly ports: {
      readonly guard: Guard;
      /** Undefined where none are kept. */
      readonly budgets?: Budgets | undefined;
    },
    clock: Pick<Clock, 'pause'>,
  ) {
    this.living = { guard: ports.guard, outcomes: new AwaitedOutcomes(clock) };
  }

  use<Result>({ sessionId, agentId, model }: Whose, work: (memory: AgentMemory) => Result): Promise<Result> {
    if (model !== undefined) {
      this.ports.guard.setModel(sessionId, model);
    }
    return Promise.resolve(work(this.#of(sessionId, agentId)));
  }

  beginTurn(conversationId: string, _nowMs: number, prompt?: string): Promise<void> {
    this.ports.guard.beginTurn(conversationId, prompt);
    this.#conversations.delete(conversationId);
    this.#permissions.of(conversationId).beginTurn();
    return Promise.resolve();
  }

  /** A person is at the window, whatever comes next. */
  ended(): Promise<void> {
    return Promise.resolve();
  }

  #of(conversationId: string, agent: string | undefined): AgentMemory {
    const agents = this.#conversations.get(conversationId) ?? new BoundedMap(REMEMBERED_AGENTS);
    this.#conversations.set(conversationId, agents);
    const name = agent ?? MAIN_AGENT;
    const known = agents.get(name);
    if (known !== undefined) {
      return known;
    }
    const permissions = this.#permissions.of(conversationId);
    const untoldStops = (): readonly Detection[] => (agent === undefined ? this.#untoldStops(conversationId) : []);
    const memory = new LivingAgent({ ...this.ports, conversationId, agent, permissions, untoldStops });
    agents.set(name, memory);
    return memory;
  }

  #untoldStops(conversationId: string): readonly Detection[] {
    return [...(this.#conversations.get(conversationId) ?? [])].flatMap(([name, memory]) => {
      const stopped = name === MAIN_AGENT ? undefined : memory.takeStop();
      return stopped === undefined ? [] : [stopped];
    });
  }
}

class LivingAgent implements AgentMemory {
  readonly guard: Guard;
  readonly conversationId: string;
  readonly agent: string | undefined;
  readonly permissions: AgentMemory['permissions'];
  readonly untoldStops: AgentMemory['untoldStops'];
  refusals = 0;
  letGoes = 0;
  /** What `letGoes` was when the main agent was told of the stop of this one. */
  #toldAt: number | undefined;
  readonly #budgets: Budgets | undefined;

  constructor({
    guard,
    conversationId,
    agent,
    permissions,
    untoldStops,
    budgets,
  }: Omit<AgentMemory, 'refusals' | 'letGoes' | 'checkBudget' | 'budgetStop'> & {
    readonly budgets?: Budgets | undefined;
  }) {
    this.guard = guard;
    this.conversationId = conversationId;
    this.agent = agent;
    this.permissions = permissions;
    this.untoldStops = untoldStops;
    this.#budgets = budgets;
  }

  checkBudget: AgentMemory['checkBudget'] = (call, canAsk, nowMs) =>
    this.#budgets?.check(this.conversationId, call, canAsk ? 'ask' : 'unattended', nowMs);

  budgetStop: AgentMemory['budgetStop'] = () => this.#budgets?.stopped(this.conversationId);

  /** Why this agent was stopped, once for each stop. */
  takeStop(): Detection | undefined {
    const { stopped } = this.guard.status(this.conversationId, this.agent);
    if (stopped === undefined || this.#toldAt === this.letGoes) {
      return undefined;
    }
    this.#toldAt = this.letGoes;
    return stopped;
  }
}
