import { type FSWatcher, watch } from 'node:fs';
import type { CallEnd } from '../wire/harness';
import { jsonIn } from '../files/jsonFields';
import { modelCallId } from '../wire/input';
import { readSessionEvent, type SessionEvent } from './copilot';
import { newLines } from '../files/newLines';

const TAIL_BYTES = 512 * 1024;

const LINES = ['"assistant.message"', '"tool.execution_complete"'];
const LINES_WITH_AGENTS = [...LINES, '"tool.execution_start"', '"assistant.turn_end"'];
/** A turn begins with a message, no matter who wrote it. */
const ALL_LINES = [...LINES_WITH_AGENTS, '"user.message"'];

interface TranscriptView {
  readonly round: string | undefined;
  readonly siblings: ReadonlySet<string>;
  readonly agent: string | undefined;
  /** Failed calls, which no hook reports. What the model reads isn't recorded. */
  readonly failed: ReadonlyMap<string, CallEnd>;
}

/**
 * Reads the end of VS Code's transcript: `assistant.message` lines list the `toolRequests` of one turn, and
 * `tool.execution_complete` lines say whether a call succeeded. A missing or unreadable file yields no information.
 */
export function viewTranscript(path: string, callId: string, agentIds: readonly string[] = []): TranscriptView {
  const id = modelCallId(callId);
  const tail = newLines(path, { offset: 0 }, TAIL_BYTES);
  const events = eventsIn(tail, agentIds.length === 0 ? LINES : LINES_WITH_AGENTS);
  const rounds = events.filter((event) => event.kind === 'round');
  const at = rounds.findLastIndex((each) => callIdsOf(each).includes(id));
  const round = rounds[at];
  return {
    round: round?.id === '' ? undefined : round?.id,
    siblings: new Set(round === undefined ? [] : callIdsOf(round)),
    agent: agentIds.length === 0 ? undefined : agentsOfRounds(events, agentIds)[at],
    failed: new Map(failedIn(events).map((failed) => [failed, { callId: failed, failure: '' }])),
  };
}

/** @param signs an event's line contains one of these; cut lines are skipped */
function eventsIn(lines: readonly string[], signs: readonly string[] = ALL_LINES): SessionEvent[] {
  return lines
    .filter((line) => signs.some((sign) => line.includes(sign)))
    .flatMap((line) => readSessionEvent(jsonIn(line)) ?? []);
}

function failedIn(events: readonly SessionEvent[]): string[] {
  return events.flatMap((event) =>
    event.kind === 'callEnd' && event.succeeded === false ? [modelCallId(event.callId)] : [],
  );
}

/** A running agent. It asks the model again only when all of its calls are answered. */
interface Worker {
  readonly agentId: string | undefined;
  /** The awaited calls, and whether they have begun to run. */
  readonly pending: Map<string, boolean>;
  /** Undefined if the agent's beginning isn't in sight. */
  rounds: number | undefined;
  idleSince: number;
}

/**
 * VS Code records the rounds of an agent and of its subagents in one transcript without a name. But an agent makes no
 * round before all of its calls are answered, and an agent that started a subagent waits for it, so sequential
 * subagents are unambiguous. If several parallel subagents are free, the number of the turn decides, and if that is
 * equal too, the one that has been free the longest.
 * @param agentIds subagents of this turn; a subagent's id is that of the call that started it
 * @returns for each round in order its subagent, undefined for the main agent
 */
export function agentsOfRounds(events: readonly SessionEvent[], agentIds: readonly string[]): (string | undefined)[] {
  const started = new Set(events.flatMap((event) => (event.kind === 'callStart' ? [modelCallId(event.callId)] : [])));
  const workers: Worker[] = [
    newWorker(undefined, 0),
    ...agentIds.filter((id) => !started.has(id)).map((id) => ({ ...newWorker(id, 0), rounds: undefined })),
  ];
  const turns = turnsOfRounds(events);
  const agents: (string | undefined)[] = [];
  for (const [at, event] of events.entries()) {
    if (event.kind === 'callStart') {
      const callId = modelCallId(event.callId);
      workers.find(({ pending }) => pending.has(callId))?.pending.set(callId, true);
      if (agentIds.includes(callId)) {
        workers.push(newWorker(callId, at));
      }
    } else if (event.kind === 'callEnd') {
      endCall(workers, modelCallId(event.callId), at);
    } else if (event.kind === 'round') {
      const worker = workerOf(workers, turns[agents.length]);
      agents.push(worker?.agentId);
      takeRound(workers, worker, callIdsOf(event));
    }
  }
  return agents;
}

function callIdsOf({ calls }: Extract<SessionEvent, { kind: 'round' }>): string[] {
  return calls.map(({ callId }) => modelCallId(callId));
}

function newWorker(agentId: string | undefined, at: number): Worker {
  return { agentId, pending: new Map(), rounds: 0, idleSince: at };
}

function endCall(workers: Worker[], callId: string, at: number): void {
  const itself = workers.findIndex(({ agentId }) => agentId === callId);
  if (itself > 0) {
    workers.splice(itself, 1);
  }
  const worker = workers.find(({ pending }) => pending.delete(callId));
  if (worker?.pending.size === 0) {
    worker.idleSince = at;
  }
}

function takeRound(workers: Worker[], worker: Worker | undefined, callIds: readonly string[]): void {
  if (worker === undefined) {
    return;
  }
  if (worker.agentId !== undefined && callIds.length === 0) {
    workers.splice(workers.indexOf(worker), 1);
    return;
  }
  worker.rounds = worker.rounds === undefined ? undefined : worker.rounds + 1;
  worker.pending.clear();
  for (const callId of callIds) {
    worker.pending.set(callId, false);
  }
}

function workerOf(workers: readonly Worker[], turn: number | undefined): Worker | undefined {
  const free = workers.filter(({ pending }) => pending.size === 0);
  // VS Code answers a call that it refuses without a line.
  const perhapsFree = free.length > 0 ? free : workers.filter(({ pending }) => ![...pending.values()].includes(true));
  // If the end of a call is missing, the round must not go to the main agent, which is known to wait.
  const candidates = perhapsFree.length > 0 ? perhapsFree : workers.slice(1);
  const inTurn = candidates.filter(({ rounds }) => rounds === undefined || rounds === turn);
  return (inTurn.length > 0 ? inTurn : candidates).toSorted((a, b) => a.idleSince - b.idleSince)[0] ?? workers[0];
}

/** Ends of turns come in the order of their rounds. */
function turnsOfRounds(events: readonly SessionEvent[]): (number | undefined)[] {
  const turns: (number | undefined)[] = [];
  let ended = 0;
  for (const event of events) {
    if (event.kind === 'round') {
      turns.push(undefined);
    } else if (event.kind === 'turnEnd' && ended < turns.length) {
      turns[ended++] = event.turn;
    }
  }
  return turns;
}

const REMEMBERED_EVENTS = 4000;

/** VS Code also ends a turn early to notify the agent that a command has ended. */
const TURN_BEGINNINGS: readonly SessionEvent['kind'][] = ['userMessage', 'notified', 'continued'];

export interface RefusedCall {
  readonly callId: string;
  readonly tool: string;
  readonly arguments: unknown;
  readonly round: string | undefined;
  readonly agent: string | undefined;
  readonly atMs: number | undefined;
}

/**
 * Finds the calls of a turn that VS Code rejected before they ran: the tool doesn't exist or is turned off, or its
 * arguments are invalid. No hook is asked about them, and the transcript has their request but no start. A call counts
 * as rejected once it has ended without a start, or once its agent has been asked for its next answer, because VS Code
 * asks the model again only after all calls have results. A call that its turn left open was never tried.
 */
export class RefusedCalls {
  readonly #events: SessionEvent[] = [];
  /** Calls that started, that a hook was asked about, or that were already reported. */
  readonly #settled = new Set<string>();
  readonly #open = new Set<string>();

  /** A hook was asked about the call, so VS Code didn't reject it. */
  asked(callId: string): void {
    this.#settle(modelCallId(callId));
  }

  /** Takes events in the order of the file, and reports each rejected call once. */
  take(events: readonly SessionEvent[], agentIds: readonly string[] = []): RefusedCall[] {
    this.#events.push(...events.filter(({ kind }) => kind !== 'other'));
    this.#events.splice(0, Math.max(0, this.#events.length - REMEMBERED_EVENTS));
    for (const event of events) {
      if (event.kind === 'callStart') {
        this.asked(event.callId);
      } else if (event.kind === 'round') {
        callIdsOf(event)
          .filter((callId) => !this.#settled.has(callId))
          .forEach((callId) => this.#open.add(callId));
      } else if (TURN_BEGINNINGS.includes(event.kind)) {
        this.#open.forEach((callId) => this.#settle(callId));
      }
    }
    // Most calls run: this avoids searching a long turn at every event.
    const isNews = events.some(({ kind }) => kind === 'round' || kind === 'callEnd');
    return this.#open.size > 0 && isNews ? this.#refused(agentIds) : [];
  }

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
    const agents = agentIds.length === 0 ? [] : agentsOfRounds(this.#events, agentIds);
    const rounds = this.#events.filter((event) => event.kind === 'round');
    const ended = new Set(failedIn(this.#events));
    return rounds.flatMap(({ id, calls, atMs }, at) => {
      const agent = agents[at];
      const isAnswered = rounds.slice(at + 1).some((_, further) => agents[at + 1 + further] === agent);
      return calls.flatMap((call): RefusedCall[] => {
        const callId = modelCallId(call.callId);
        if (this.#settled.has(callId) || call.tool === undefined || !(isAnswered || ended.has(callId))) {
          return [];
        }
        this.#settle(callId);
        const { tool, arguments: given } = call;
        return [{ callId, tool, arguments: given, round: id === '' ? undefined : id, agent, atMs }];
      });
    });
  }
}

const RETRY_MS = 250;
const MAX_RETRIES = 20;

/** Reads what is written to a transcript from now on. If a file can't be watched, only {@link look} reads it. */
export class TranscriptFollower {
  #watcher: FSWatcher | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isDisposed = false;
  readonly #reader = { offset: 0 };

  constructor(
    readonly path: string,
    private readonly onEvents: (events: readonly SessionEvent[]) => void,
  ) {
    // Skip the existing lines.
    newLines(path, this.#reader, 0);
    this.#watch(MAX_RETRIES);
  }

  look(): void {
    for (let start = -1; start !== this.#reader.offset && !this.#isDisposed;) {
      start = this.#reader.offset;
      const events = eventsIn(newLines(this.path, this.#reader));
      if (events.length > 0) {
        this.onEvents(events);
      }
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#retry);
    this.#watcher?.close();
  }

  #watch(retries: number): void {
    try {
      this.#watcher = watch(this.path, { persistent: false }, () => this.look());
      this.#watcher.on('error', () => this.#watcher?.close());
      // What was written before the watcher started.
      this.look();
    } catch {
      this.#retry = retries > 0 ? setTimeout(() => this.#watch(retries - 1), RETRY_MS).unref() : undefined;
    }
  }
}
