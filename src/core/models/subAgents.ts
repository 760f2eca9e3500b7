import { BoundedMap, RecentMap } from '../../engine/values/boundedMap';

const REMEMBERED_CONVERSATIONS = 100;
const REMEMBERED_CALLS = 200;

/** Names of the argument that holds a sub-agent's task, in the tools that start one. */
const TASK_ARGUMENTS = ['prompt', 'query'] as const;

interface Start {
  readonly task: string;
  isTaken: boolean;
  isSubmitted: boolean;
}

interface Known {
  readonly starts: Map<string, Start>;
  /** Sub-agents that began in this turn, whether or not they have ended; true: its task has not been submitted yet. */
  readonly began: Map<string, boolean>;
}

/**
 * Which subagents are at work in a conversation. VS Code runs a subagent in its parent's conversation; its requests and
 * calls don't say whose they are. What identifies it is its task: an argument of the call that started it, and the
 * first prompt that it submits.
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

  answered(conversationId: string, callIds: readonly string[]): void {
    for (const callId of callIds) {
      this.#known.get(conversationId)?.starts.delete(callId);
    }
  }

  began(conversationId: string, agentId: string): void {
    const { began } = this.#of(conversationId);
    began.set(agentId, true);
  }

  /** The sub-agents that began in this turn, those that have ended too. */
  ofTurn(conversationId: string): string[] {
    return [...(this.#known.get(conversationId)?.began.keys() ?? [])];
  }

  /**
   * Whether a prompt is a subagent's task instead of a message of the person.
   * @returns true if it is the task of a subagent that has begun, or of a pending call, and wasn't submitted before
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
