import { modelCallId } from '../wire/input';
import type { SessionEvent } from './copilot';
import { agentEventsOf, agentsOfRounds, eventsIn } from './transcript';
import { type FSWatcher, statSync, watch } from 'node:fs';
import { newLines } from '../files/newLines';

/** Events of a turn beyond this are forgotten, the oldest first. */
const REMEMBERED_EVENTS = 4000;

/** What begins a turn. VS Code ends a turn early to tell the agent that a command has ended. */
const TURN_BEGINNINGS: readonly SessionEvent['kind'][] = ['userMessage', 'notified', 'continued'];

/** A call that a model requested and that never ran. */
export interface RefusedCall {
  /** As the model gave it. */
  readonly callId: string;
  readonly tool: string;
  readonly arguments: unknown;
  readonly round: string | undefined;
  /** The subagent that made the call; undefined for the main agent. */
  readonly agent: string | undefined;
}

/**
 * Finds the calls of a turn that VS Code rejected before they ran: the tool doesn't exist or is turned off, or its
 * arguments are invalid. VS Code asks no hook about them, and its transcript has the request but no start. A call is
 * known to be rejected once it has ended without a start, or once its agent has been asked for its next answer, because
 * VS Code asks the model again only after all calls have results. A call that its turn left open was never tried.
 */
export class RefusedCalls {
  readonly #events: SessionEvent[] = [];
  /** Calls that started, that a hook was asked about, or that were already reported. */
  readonly #settled = new Set<string>();
  /** Calls that were requested and aren't settled. */
  readonly #open = new Set<string>();

  /** Records that a hook was asked about a call, which VS Code therefore didn't reject. */
  asked(callId: string): void {
    this.#settle(modelCallId(callId));
  }

  /**
   * Records the transcript's lines, in the order of the file.
   * @param agentIds the subagents of this turn, see {@link agentsOfRounds}
   * @returns the rejected calls that are known now, each reported once
   */
  take(events: readonly SessionEvent[], agentIds: readonly string[] = []): RefusedCall[] {
    this.#events.push(...events.filter(({ kind }) => kind !== 'other'));
    this.#events.splice(0, Math.max(0, this.#events.length - REMEMBERED_EVENTS));
    for (const event of events) {
      if (event.kind === 'callStart') {
        this.asked(event.callId);
      } else if (event.kind === 'round') {
        const requested = event.calls.map(({ callId }) => modelCallId(callId));
        requested.filter((callId) => !this.#settled.has(callId)).forEach((callId) => this.#open.add(callId));
      } else if (TURN_BEGINNINGS.includes(event.kind)) {
        this.#open.forEach((callId) => this.#settle(callId));
      }
    }
    // Most calls run: then a long turn isn't searched at every event.
    const isNews = events.some(({ kind }) => kind === 'round' || kind === 'callEnd');
    return this.#open.size > 0 && isNews ? this.#refused(agentIds) : [];
  }

  /** The user sent a message: earlier calls have results, or never will. */
  beginTurn(): void {
    this.#events.length = 0;
    this.#settled.clear();
    this.#open.clear();
  }

  #settle(callId: string): void {
    this.#settled.add(callId);
    this.#open.delete(callId);
  }

  #refused(agentIds: readonly string[]): RefusedCall[] {
    const agents = agentIds.length === 0 ? [] : agentsOfRounds(this.#events.flatMap(agentEventsOf), agentIds);
    const rounds = this.#events.filter((event) => event.kind === 'round');
    const ended = new Set(
      this.#events.flatMap((event) =>
        event.kind === 'callEnd' && event.succeeded === false ? [modelCallId(event.callId)] : [],
      ),
    );
    return rounds.flatMap(({ id, calls }, at) => {
      const agent = agents[at];
      const isAnswered = rounds.slice(at + 1).some((_, further) => agents[at + 1 + further] === agent);
      return calls.flatMap((call): RefusedCall[] => {
        const callId = modelCallId(call.callId);
        if (this.#settled.has(callId) || call.tool === undefined || !(isAnswered || ended.has(callId))) {
          return [];
        }
        this.#settle(callId);
        return [{ callId, tool: call.tool, arguments: call.arguments, round: id === '' ? undefined : id, agent }];
      });
    });
  }
}

/** A transcript that is not there yet is looked for so often, and so many times. */
const RETRY_MS = 250;
const MAX_RETRIES = 20;

/**
 * Reads what is written to a transcript from now on, line by line, as it comes. A file that cannot be watched is read
 * when {@link look} is called; one that cannot be read tells nothing.
 */
export class TranscriptFollower {
  #watcher: FSWatcher | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isDisposed = false;
  readonly #reader = { offset: 0 };

  /** @param onEvents told of what was written, in the order of the file */
  constructor(
    readonly path: string,
    private readonly onEvents: (events: readonly SessionEvent[]) => void,
  ) {
    try {
      this.#reader.offset = statSync(path).size;
    } catch {
      // It is told from its beginning once it is there.
    }
    this.#watch(MAX_RETRIES);
  }

  /** Resolves when everything that stands in the file now has been told. */
  look(): Promise<void> {
    for (let start = -1; start !== this.#reader.offset && !this.#isDisposed;) {
      start = this.#reader.offset;
      const events = newLines(this.path, this.#reader).flatMap((line) => eventsIn(line));
      if (events.length > 0) {
        this.onEvents(events);
      }
    }
    return Promise.resolve();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#retry);
    this.#watcher?.close();
  }

  #watch(retries: number): void {
    try {
      this.#watcher = watch(this.path, { persistent: false }, () => void this.look());
      this.#watcher.on('error', () => this.#watcher?.close());
      // What was written before it was watched.
      void this.look();
    } catch {
      this.#retry = retries > 0 ? setTimeout(() => this.#watch(retries - 1), RETRY_MS).unref() : undefined;
    }
  }
}
