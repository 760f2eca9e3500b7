import { closeSync, openSync } from 'node:fs';
import { Budgets } from '../../core/budget/budgets';
import type { BudgetState } from '../../core/budget/budgetState';
import { faultLine } from '../../core/words/logLines';
import type { ConversationSettings } from '../../core/settings/conversationSettings';
import { operationOf, toolSetting } from '../../core/settings/resolve';
import { parseArguments } from '../../engine/values/canonical';
import type { ModelName } from '../../engine/facts/call';
import type { ConversationState } from '../../engine/conversation';
import type { GuardEvent } from '../../engine/ports';
import { Guard } from '../../engine/guard';
import { digestOf } from '../files/hash';
import { repositoryRoot } from '../files/repositoryRoot';
import { type StateFolder, stateName } from '../state/stateFolder';
import type { Harness } from '../wire/harness';
import { shortId } from '../hooks/callIds';
import {
  type AgentMemory,
  type HookMemory,
  type HookSubject,
  SessionMemory,
  type SessionRecord,
} from '../hooks/sessionMemory';

export interface SessionState extends SessionRecord {
  readonly conversation: ConversationState;
  readonly budget?: BudgetState | undefined;
}

export interface MemoryPorts {
  readonly harness: Harness;
  readonly settings: ConversationSettings;
  readonly folder: Pick<StateFolder<SessionState>, 'update'>;
  readonly onProblem: (problem: string) => void;
  /** By default, whether there is a terminal. */
  readonly isAttended?: (() => boolean) | undefined;
  readonly observe?: ((event: GuardEvent, model: ModelName | undefined) => void) | undefined;
}

/** A stopped agent, as the main agent of a separate guard. */
interface StoppedAgent extends Pick<AgentMemory, 'guard' | 'conversationId' | 'place'> {
  readonly atMs: number;
}

/** For processes that live for one hook only: in between, sessions are stored in files. */
export class StoredSessions implements HookMemory {
  readonly isAttended: () => boolean;

  constructor(private readonly ports: MemoryPorts) {
    this.isAttended = ports.isAttended ?? hasTerminal;
  }

  /** Ids may be of any length and content: files contain their digests. */
  readonly nameOf = shortId;

  use<Result>(subject: HookSubject, work: (session: SessionMemory) => Result): Promise<Result> {
    const { folder, harness, onProblem } = this.ports;
    const { sessionId, tool = '', folder: workFolder } = subject;
    // A tool's operation is an argument's text: the state contains its digest.
    const operation = operationOf(this.ports.settings.configuration, tool, parseArguments(subject.arguments));
    const open = `${tool}:${operation}`;
    const concealed = operation === undefined ? open : `${tool}:#${shortId(operation)}`;
    return folder.update(
      stateName(sessionId),
      (stored) => {
        const { session, budgets } = this.#restored(sessionId, withTool(stored, concealed, open));
        const result = work(session);
        for (const agent of session.agents) {
          agent.place =
            agent.stopped && (agent.place ?? { harness: harness.name, folder: workFolder && nameOfFolder(workFolder) });
        }
        const conversation = session.guard.snapshot(sessionId);
        if (conversation === undefined) {
          return { state: undefined, result };
        }
        const state = { conversation, budget: budgets.stateOf(sessionId), ...session.record };
        return { state: withTool(state, open, concealed), result };
      },
      () => onProblem('The state of this session could not be read; its count starts again.'),
    );
  }

  /** Changes to the returned agents aren't stored. */
  stopped(sessionId: string, state: SessionState | undefined): readonly StoppedAgent[] {
    if (state === undefined) {
      return [];
    }
    const { conversation, agents } = state;
    return agents.flatMap(([agent, { place }]) => {
      const own = conversation.agents.find(([id]) => id === agent)?.[1] ?? conversation;
      const stop = own.ownStop ?? conversation.stop;
      const { guard } = this.#restored(sessionId, { ...state, conversation: { ...conversation, ...own } }).session;
      return stop === undefined ? [] : [{ guard, conversationId: sessionId, place, atMs: stop.atMs }];
    });
  }

  #restored(sessionId: string, state: SessionState | undefined) {
    const { settings, onProblem, observe } = this.ports;
    const budgets = new Budgets({
      settings: () => settings.configuration.window.budget,
      alwaysAllows: (tool) => toolSetting(settings.configuration, 'alwaysAllowed', tool) === true,
      report: () => undefined,
    });
    const guard: Guard = new Guard({
      hash: digestOf,
      settingsFor: settings.settingsFor,
      report: (event) => {
        budgets.note(event);
        if (event.kind === 'fault') {
          onProblem(faultLine(event.during, event.error));
        }
        observe?.(event, guard.status(sessionId).model);
      },
    });
    if (state !== undefined) {
      budgets.restore(sessionId, state.budget);
      try {
        guard.restore(sessionId, state.conversation);
      } catch (error) {
        // Otherwise it would fail at every later call.
        onProblem(faultLine('state', error));
      }
    }
    // There is nobody to ask here.
    const unattended: Pick<Budgets, 'check' | 'stopped'> = {
      check: (id, call, _form, nowMs) => budgets.check(id, call, 'unattended', nowMs),
      stopped: (id) => budgets.stopped(id),
    };
    return { session: new SessionMemory(sessionId, guard, unattended, state), budgets };
  }
}

/** Of the repository around the folder, so that it is the same in all of its folders. */
export function nameOfFolder(folder: string): string {
  try {
    return shortId(repositoryRoot(folder) ?? folder);
  } catch {
    return shortId(folder);
  }
}

function withTool<State>(state: State, name: string, otherName: string): State {
  return state === undefined || name === otherName
    ? state
    : (JSON.parse(JSON.stringify(state), (key, value: unknown) =>
        key === 'tool' && value === name ? otherName : value,
      ) as State);
}

/** Whether there is a terminal where a person may be. On Windows, there is no way to know. */
function hasTerminal(): boolean {
  if (process.platform === 'win32') {
    return true;
  }
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
