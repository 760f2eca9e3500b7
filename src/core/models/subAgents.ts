import { BoundedMap, RecentMap } from '../../engine/values/boundedMap';

/** In how many conversations, and how many calls of each, are remembered. */
const REMEMBERED_CONVERSATIONS = 100;
const REMEMBERED_CALLS = 200;

/** Names of the argument that holds a sub-agent's task, in the tools that start one. */
const TASK_ARGUMENTS = ['prompt', 'query'] as const;

/** A call that starts a sub-agent, or may do so. */
interface Start {
  readonly task: string;
  /** A model's request has been seen with the task. */
  isTaken: boolean;
  /** The task has been submitted. */
  isSubmitted: boolean;
}

/** What is known of one conversation. */
interface Known {
  readonly starts: Map<string, Start>;
  /** Sub-agents that began in this turn, whether or not they have ended; true: its task has not been submitted yet. */
  readonly began: Map<string, boolean>;
}

/**
 * Which sub-agents are at work in a conversation. VS Code gives a sub-agent the id of the call that started it and runs
 * it in its parent's conversation; its own requests and calls do not say whose they are. What tells them is their task,
 * which stands in the
 * arguments of the call that started it and is the first thing a sub-agent submits.
 */
export class SubAgents {
  readonly #known = new RecentMap<string, Known>(REMEMBERED_CONVERSATIONS);

  /** Takes note of a call that runs: it starts a sub-agent, perhaps. */
  called(conversationId: string, callId: string, callArguments: unknown): void {
    const task = taskOf(callArguments);
    if (task !== undefined) {
      const { starts } = this.#of(conversationId);
      starts.set(callId, { task, isTaken: false, isSubmitted: false });
    }
  }

  /** Takes note that calls are answered: no sub-agent of theirs begins any more. */
  answered(conversationId: string, callIds: readonly string[]): void {
    for (const callId of callIds) {
      this.#known.get(conversationId)?.starts.delete(callId);
    }
  }

  /** Takes note that a sub-agent begins. */
  began(conversationId: string, agentId: string): void {
    const { began } = this.#of(conversationId);
    began.set(agentId, true);
  }

  /** The sub-agents that began in this turn, those that have ended too. */
  ofTurn(conversationId: string): string[] {
    return [...(this.#known.get(conversationId)?.began.keys() ?? [])];
  }

  /**
   * Tells a prompt that a sub-agent submits from one of the person.
   * @returns true when it is the task of a sub-agent that has begun, or that a call at work has asked for, and was not
   * submitted before
   */
  submits(conversationId: string, prompt: string): boolean {
    const known = this.#known.get(conversationId);
    for (const [agentId, awaitsTask] of known?.began ?? []) {
      const start = known?.starts.get(agentId);
      if (awaitsTask && (start === undefined || start.task === prompt.trim())) {
        known?.began.set(agentId, false);
        markSubmitted(start);
        return true;
      }
    }
    const start = [...(known?.starts.values() ?? [])].find(
      ({ task, isSubmitted }) => !isSubmitted && task === prompt.trim(),
    );
    markSubmitted(start);
    return start !== undefined;
  }

  /**
   * The sub-agent that a model's first request belongs to, by the text of that request.
   * @returns undefined when no call that is still unanswered has a task that stands in the text
   */
  startedFor(conversationId: string, text: string): string | undefined {
    const fitting = [...(this.#known.get(conversationId)?.starts ?? [])].filter(([, { task }]) => text.includes(task));
    const [callId, start] = fitting.find(([, { isTaken }]) => !isTaken) ?? fitting.at(-1) ?? [];
    if (start !== undefined) {
      start.isTaken = true;
    }
    return callId;
  }

  /** A real message of the person: the sub-agents of the turn before are gone. */
  beginTurn(conversationId: string): void {
    this.#known.delete(conversationId);
  }

  #of(conversationId: string): Known {
    const known = this.#known.get(conversationId) ?? {
      starts: new BoundedMap(REMEMBERED_CALLS),
      began: new BoundedMap(REMEMBERED_CALLS),
    };
    this.#known.set(conversationId, known);
    return known;
  }
}

function markSubmitted(start: Start | undefined): void {
  if (start !== undefined) {
    start.isSubmitted = true;
  }
}

function taskOf(callArguments: unknown): string | undefined {
  const fields = (typeof callArguments === 'object' && callArguments !== null ? callArguments : {}) as Readonly<
    Record<string, unknown>
  >;
  const task = TASK_ARGUMENTS.map((name) => fields[name]).find(
    (value) => typeof value === 'string' && value.trim() !== '',
  );
  return typeof task === 'string' ? task.trim() : undefined;
}
