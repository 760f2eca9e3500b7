import { BudgetMeter, type BudgetVerdict, hasBudget } from '../../core/budget/budgetMeter';
import type { BudgetState } from '../../core/budget/budgetState';
import { faultLine } from '../../core/words/logLevels';
import type { Configuration } from '../../core/settings/configuration';
import type { ConversationSettings } from '../../core/settings/conversationSettings';
import { operationOf, toolSetting } from '../../core/settings/resolve';
import { parseArguments } from '../../engine/values/canonical';
import type { ModelName } from '../../engine/facts/call';
import type { GuardEvent } from '../../engine/events';
import { Guard } from '../../engine/guard';
import type { EngineSettings } from '../../engine/rules/settings';
import type { Detection } from '../../engine/decision/verdict';
import { type RenameTool, snapshotOf, stateOf } from '../../engine/state';
import { digestOf } from '../files/hash';
import { repositoryRoot } from '../files/repositoryRoot';
import type { SessionState, StateFolder } from '../state/stateFile';
import type { AgentState } from '../state/stateFormat';
import type { Harness } from '../wire/harness';
import type { AgentMemory, HookMemory, Whose } from '../hooks/agentMemory';
import { SHORT_IDS, shortId } from '../hooks/callIds';
import { PermissionSteps } from '../hooks/permissionSteps';

/** The name of the main agent's memory in a session's state; sub-agents go by a hash. */
const MAIN_AGENT = 'main';

/** To start an agent again takes longer, and so does a person. */
const AT_ONCE_MS = 500;

/** What the memory is needed for. */
export interface MemoryPorts {
  readonly harness: Harness;
  readonly configuration: Configuration;
  readonly settings: ConversationSettings;
  readonly folder: Pick<StateFolder, 'update'>;
  readonly onProblem: (problem: string) => void;
  /** Whether a person may be at the terminal; left out where nobody asks. */
  readonly isAttended?: () => boolean;
  /** Told of what the guard reports, and of the model that the conversation has. */
  readonly observe?: ((event: GuardEvent, model: ModelName | undefined) => void) | undefined;
}

/** What is known about one agent, in a guard that knows no other. Changes are stored. */
interface StoredMemory extends AgentMemory {
  /** What the session with all its agents has used of its budget. */
  readonly budget: BudgetMeter;
  /** Where it works. */
  readonly place: AgentState['place'];
  /** Whether the main agent knows that this one was stopped. */
  readonly isStopTold: boolean;
  prompt: AgentState['prompt'];
}

/** What is known of the agents of sessions, for processes that live for one hook only: it lies in files in between. */
export class SessionMemory implements HookMemory {
  readonly ids = SHORT_IDS;

  constructor(private readonly ports: MemoryPorts) {}

  use<Result>(whose: Whose, work: (memory: StoredMemory) => Result): Promise<Result> {
    const { sessionId, agentId, model } = whose;
    const agent = agentId === undefined ? MAIN_AGENT : shortId(agentId);
    const conversationId = agentId === undefined ? sessionId : `${sessionId}/${agentId}`;
    const { conceal, reveal } = this.#renames(whose.tool ?? '', whose.arguments);
    return this.#update(sessionId, (session) => {
      const told = new Set<string>();
      const memory = {
        ...this.#remembered(session.get(agent), conversationId, reveal, session.get(MAIN_AGENT)?.budget),
        untoldStops: () => (agent === MAIN_AGENT ? this.#untoldStops(session, told) : []),
      };
      const { guard } = memory;
      if (model !== undefined) {
        guard.setModel(conversationId, model);
      }
      const result = work(memory);
      const isStopped = guard.status(conversationId).stopped !== undefined;
      const place = isStopped ? (memory.place ?? this.#placeOf(whose)) : undefined;
      const state = stateIn({ ...memory, place }, conceal);
      if (state === undefined) {
        return { state: undefined, result };
      }
      const { budget } = memory;
      const others = [...session]
        .filter(([name]) => name !== agent)
        .map(([name, other]): [string, AgentState] => {
          const isStopTold = told.has(name) || other.isStopTold;
          return [name, name === MAIN_AGENT ? { ...other, budget: budgetIn(budget) } : { ...other, isStopTold }];
        });
      return { state: new Map([...others, [agent, state]]), result };
    });
  }

  /** The same message at once after the end of the agent, where no person can be, is one of a program. */
  beginTurn(sessionId: string, nowMs: number, prompt?: string): Promise<void> {
    const digest = prompt === undefined ? undefined : shortId(prompt);
    return this.#update(sessionId, (session) => {
      const stored = session.get(MAIN_AGENT);
      if (stored === undefined) {
        return { state: session.size === 0 ? undefined : new Map(), result: undefined };
      }
      const memory = this.#remembered(stored, sessionId, same, stored.budget);
      const { digest: last, endedMs = -Infinity } = stored.prompt ?? {};
      const isAgain = digest !== undefined && digest === last && nowMs - endedMs <= AT_ONCE_MS;
      const isProgram = isAgain && this.ports.isAttended?.() === false;
      memory.guard.beginTurn(sessionId, prompt, isProgram ? 'program' : 'person');
      memory.prompt = digest === undefined ? undefined : { digest };
      memory.permissions.beginTurn();
      memory.budget.beginMessage();
      memory.refusals = 0;
      memory.letGoes = 0;
      const state = stateIn({ ...memory, place: undefined }, same);
      return { state: new Map(state === undefined ? [] : [[MAIN_AGENT, state]]), result: undefined };
    });
  }

  ended(sessionId: string, nowMs: number): Promise<void> {
    return this.#update(sessionId, (session) => {
      const stored = session.get(MAIN_AGENT);
      const agents = new Map(session);
      if (stored?.prompt !== undefined) {
        agents.set(MAIN_AGENT, { ...stored, prompt: { ...stored.prompt, endedMs: nowMs } });
      }
      return { state: agents.size === 0 ? undefined : agents, result: undefined };
    });
  }

  /** What is known of the agents that are stopped; changes aren't kept. */
  stopped(session: SessionState): readonly (StoredMemory & { readonly atMs: number })[] {
    return [...session].flatMap(([name, stored]) =>
      stored.stop === undefined
        ? []
        : [{ ...this.#remembered(stored, name, same, stored.budget), atMs: stored.stop.atMs }],
    );
  }

  #placeOf({ folder }: Whose): StoredMemory['place'] {
    return { harness: this.ports.harness.name, folder: folder === undefined ? undefined : digestOfFolder(folder) };
  }

  #remembered(
    stored: AgentState | undefined,
    conversationId: string,
    reveal: RenameTool,
    budget: BudgetState | undefined,
  ): StoredMemory {
    const { configuration } = this.ports;
    const recorded = new Set<string>();
    const meter = new BudgetMeter(budget);
    const guard = this.#guard(recorded, meter);
    if (stored !== undefined) {
      const settings = this.#valuesIn(conversationId);
      try {
        guard.restore(conversationId, snapshotOf(stored, { conversationId, settings, reveal }));
      } catch (error) {
        // It would fail at every call to come.
        this.ports.onProblem(faultLine('state', error));
      }
    }
    const permissions = new PermissionSteps(stored?.permissions);
    const { refusals = 0, letGoes = 0, isStopTold = false } = stored ?? {};
    return {
      guard,
      conversationId,
      agent: undefined,
      permissions,
      refusals,
      letGoes,
      budget: meter,
      checkBudget: (call, _canAsk, nowMs) =>
        recorded.has(call.id) ? checkBudget(meter, configuration, call, nowMs) : undefined,
      budgetStop: () => meter.stopped,
      place: stored?.place,
      untoldStops: () => [],
      isStopTold,
      prompt: stored?.prompt,
    };
  }

  #untoldStops(session: SessionState, told: Set<string>): readonly Detection[] {
    return [...session].flatMap(([name, agent]) => {
      if (name === MAIN_AGENT || agent.stop === undefined || agent.isStopTold === true) {
        return [];
      }
      told.add(name);
      const { stopped } = this.#remembered(agent, name, same, undefined).guard.status(name);
      return stopped === undefined ? [] : [stopped];
    });
  }

  #update<Result>(
    sessionId: string,
    change: (state: SessionState) => { state: SessionState | undefined; result: Result },
  ): Promise<Result> {
    return this.ports.folder.update(sessionId, change, () =>
      this.ports.onProblem('The state of this session could not be read; its count starts again.'),
    );
  }

  /** @param recorded gets the ids of the calls that the guard has let run */
  #guard(recorded: Set<string>, budget: BudgetMeter): Guard {
    const { settings, onProblem, observe } = this.ports;
    const guard: Guard = new Guard({
      hash: digestOf,
      settingsFor: settings.settingsFor,
      report: (event) => {
        if (event.kind === 'fault') {
          onProblem(faultLine(event.during, event.error));
        } else if (event.kind === 'recorded') {
          recorded.add(event.call.id);
        } else if (event.kind === 'reset') {
          budget.beginMessage();
        }
        if (observe !== undefined) {
          const { conversationId } = event.kind === 'detection' ? event.detection : event;
          observe(event, guard.status(conversationId).model);
        }
      },
    });
    return guard;
  }

  #valuesIn(conversationId: string): EngineSettings {
    return this.ports.settings.effective(conversationId, undefined).values;
  }

  /** The operation of a tool is the text of an argument: in the state a digest stands for it. */
  #renames(tool: string, callArguments: unknown): { conceal: RenameTool; reveal: RenameTool } {
    const operation = operationOf(this.ports.configuration, tool, parseArguments(callArguments));
    if (operation === undefined) {
      return { conceal: same, reveal: same };
    }
    const open = `${tool}:${operation}`;
    const concealed = `${tool}:#${shortId(operation)}`;
    return {
      conceal: (name) => (name === open ? concealed : name),
      reveal: (name) => (name === concealed ? open : name),
    };
  }
}

/** The stored form; undefined if there is nothing to store. */
function stateIn(
  { guard, conversationId, permissions, refusals, letGoes, budget, place, isStopTold, prompt }: StoredMemory,
  conceal: RenameTool,
): AgentState | undefined {
  const snapshot = guard.snapshot(conversationId);
  return snapshot === undefined
    ? undefined
    : {
        ...stateOf(snapshot, conceal),
        permissions: permissions.state,
        refusals: refusals === 0 ? undefined : refusals,
        letGoes: letGoes === 0 ? undefined : letGoes,
        isStopTold: (isStopTold && snapshot.stop !== undefined) || undefined,
        prompt,
        budget: budgetIn(budget),
        place,
      };
}

/** Nothing is stored if no call was counted, because most users set no budget. */
function budgetIn({ state }: BudgetMeter): BudgetState | undefined {
  return state.conversation.calls === 0 ? undefined : state;
}

/** Says whether a call goes beyond the budget, and counts it. Nobody can be asked here. */
function checkBudget(
  budget: BudgetMeter,
  configuration: Configuration,
  { id, tool, agent, tokensSince }: Parameters<AgentMemory['checkBudget']>[0],
  nowMs: number,
): BudgetVerdict | undefined {
  const settings = configuration.window.budget;
  if (!hasBudget(settings)) {
    return undefined;
  }
  const call = { id, agent: agent === undefined ? undefined : shortId(agent), tokensSince };
  if (toolSetting(configuration, 'alwaysAllowed', tool) === true) {
    budget.count(call, nowMs);
    return undefined;
  }
  return budget.check(call, settings, 'unattended', nowMs);
}

/** Of the repository that a folder is part of, so that it's the same in all of its folders. */
export function digestOfFolder(folder: string): string {
  try {
    return shortId(repositoryRoot(folder) ?? folder);
  } catch {
    return shortId(folder);
  }
}

function same(tool: string): string {
  return tool;
}
