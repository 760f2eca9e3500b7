import { BoundedMap, RecentMap } from '../../engine/values/boundedMap';
import { isRecord } from '../../engine/values/fields';

const REMEMBERED_CONVERSATIONS = 100;
const REMEMBERED_CALLS = 200;

/** Arguments that hold the task, in tools that start a subagent. */
const TASK_ARGUMENTS = ['prompt', 'query'] as const;

interface Start {
  readonly task: string;
  isTaken: boolean;
  isSubmitted: boolean;
}

interface Known {
  readonly starts: Map<string, Start>;
  /** Subagents that began in this turn, even if they have ended; true: the task hasn't been submitted yet. */
  readonly began: Map<string, boolean>;
}

/**
 * VS Code runs a subagent in its parent's conversation, and its requests and calls don't say whose they are. It is
 * known by its task: an argument of the call that started it, and the first prompt that it submits.
 */
export class SubAgents {
  readonly #known = new RecentMap<string, Known>(REMEMBERED_CONVERSATIONS);

  /** For a call that runs: it may start a subagent. */
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

  /** Including those that have ended. */
  ofTurn(conversationId: string): string[] {
    return [...(this.#known.get(conversationId)?.began.keys() ?? [])];
  }

  /** True once for the task of a subagent that has begun, or of a pending call; it isn't a message of the user. */
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

  /** By the text of a model's first request; undefined if it has no unanswered call's task. */
  startedFor(conversationId: string, text: string): string | undefined {
    const fitting = [...(this.#known.get(conversationId)?.starts ?? [])].filter(([, { task }]) => text.includes(task));
    const [callId, start] = fitting.find(([, { isTaken }]) => !isTaken) ?? fitting.at(-1) ?? [];
    if (start !== undefined) {
      start.isTaken = true;
    }
    return callId;
  }

  /** After a message of the user, the subagents of the turn before are gone. */
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
  const fields = isRecord(callArguments) ? callArguments : {};
  const task = TASK_ARGUMENTS.map((name) => fields[name]).find(
    (value) => typeof value === 'string' && value.trim() !== '',
  );
  return typeof task === 'string' ? task.trim() : undefined;
}
