import type { CallEnd } from '../wire/harness';
import { jsonIn } from '../files/jsonFields';
import { modelCallId } from '../wire/input';
import { readTail } from './readTail';
import { readSessionEvent, type SessionEvent } from './copilot';

/** How much of the end of a transcript is searched for the current model turn. */
const TAIL_BYTES = 512 * 1024;

/** The lines that matter; subagents need more of them. */
const LINES = ['"assistant.message"', '"tool.execution_complete"'];
const LINES_WITH_AGENTS = [...LINES, '"tool.execution_start"', '"assistant.turn_end"'];
/** A turn begins with a message, no matter who wrote it. */
const ALL_LINES = [...LINES_WITH_AGENTS, '"user.message"'];

/** What a transcript tells of a call and those before it. Ids are those that the model gave. */
interface TranscriptView {
  /** A name for the model turn that issued the call; undefined when the transcript does not tell. */
  readonly round: string | undefined;
  /** All calls of that turn. */
  readonly siblings: ReadonlySet<string>;
  /** The subagent that made the call; undefined for the main agent. */
  readonly agent: string | undefined;
  /** Calls that failed, with what the model reads, which is not written; no hook tells of them. */
  readonly failed: ReadonlyMap<string, CallEnd>;
}

/**
 * Reads the end of VS Code's transcript of a conversation: JSONL whose `assistant.message` lines list the
 * `toolRequests` of one turn, and whose `tool.execution_complete` lines say whether a call succeeded.
 * Always answers; a missing or unreadable file yields no information.
 *
 * @param callId as the hook got it
 * @param agentIds the subagents of this turn, see {@link agentsOfRounds}
 */
export async function viewTranscript(
  path: string,
  callId: string,
  agentIds: readonly string[] = [],
): Promise<TranscriptView> {
  const id = modelCallId(callId);
  let round: string | undefined;
  let siblings = new Set<string>();
  let rounds = 0;
  let roundNumber = -1;
  const failed = new Map<string, CallEnd>();
  const tail = await readTail(path, TAIL_BYTES).catch(() => '');
  const events = eventsIn(tail, agentIds.length === 0 ? LINES : LINES_WITH_AGENTS);
  for (const event of events) {
    if (event.kind === 'round') {
      const ids = new Set(callIdsOf(event));
      if (ids.has(id)) {
        round = event.id === '' ? undefined : event.id;
        siblings = ids;
        roundNumber = rounds;
      }
      rounds += 1;
    } else if (event.kind === 'callEnd' && event.succeeded === false) {
      const callId = modelCallId(event.callId);
      failed.set(callId, { callId, failure: '' });
    }
  }
  const agent =
    agentIds.length === 0 ? undefined : agentsOfRounds(events.flatMap(agentEventsOf), agentIds)[roundNumber];
  return { round, siblings, agent, failed };
}

/**
 * The events in a part of a transcript. Lines that are cut or no events are left out.
 * @param lines what one of stands in each line of interest
 */
export function eventsIn(text: string, lines: readonly string[] = ALL_LINES): SessionEvent[] {
  // The first line of the tail may be cut, the last one half written.
  return text
    .split('\n')
    .filter((line) => lines.some((type) => line.includes(type)))
    .flatMap((line) => readSessionEvent(jsonIn(line)) ?? []);
}

/** A line of a transcript that shows which agent works, in the order of the file. Ids are the model's own. */
export type AgentEvent =
  | { readonly kind: 'round'; readonly callIds: readonly string[] }
  /** The turn of an agent that its latest round belonged to has ended; each agent counts its own turns from 0. */
  | { readonly kind: 'turnEnd'; readonly turn: number }
  | { readonly kind: 'start'; readonly callId: string }
  | { readonly kind: 'end'; readonly callId: string };

/** A running agent. It asks the model again only when all of its calls are answered. */
interface Worker {
  readonly agentId: string | undefined;
  /** The calls it waits for, and whether they have begun to run. */
  readonly pending: Map<string, boolean>;
  /** How many rounds it has made; undefined when its beginning is not in sight. */
  rounds: number | undefined;
  idleSince: number;
}

/**
 * Assigns each round to an agent. VS Code writes the rounds of an agent and of its subagents into one transcript
 * without a name. But an agent makes no round before all of its calls are answered, and an agent that started a
 * subagent waits for it, so sequential subagents are unambiguous. Of parallel subagents several may be free: then
 * the number of the turn decides, and if that is equal too, the one that has been free the longest.
 *
 * @param agentIds subagents of this turn; a subagent's id is that of the call that started it
 * @returns for each round its subagent, undefined for the main agent, in the order of the rounds
 */
export function agentsOfRounds(events: readonly AgentEvent[], agentIds: readonly string[]): (string | undefined)[] {
  const started = new Set(events.flatMap((event) => (event.kind === 'start' ? [event.callId] : [])));
  const workers: Worker[] = [
    newWorker(undefined, 0),
    ...agentIds.filter((id) => !started.has(id)).map((id) => ({ ...newWorker(id, 0), rounds: undefined })),
  ];
  const turns = turnsOfRounds(events);
  const agents: (string | undefined)[] = [];
  for (const [at, event] of events.entries()) {
    switch (event.kind) {
      case 'start':
        workers.find(({ pending }) => pending.has(event.callId))?.pending.set(event.callId, true);
        if (agentIds.includes(event.callId)) {
          workers.push(newWorker(event.callId, at));
        }
        break;
      case 'end':
        endCall(workers, event.callId, at);
        break;
      case 'round': {
        const worker = workerOf(workers, turns[agents.length]);
        agents.push(worker?.agentId);
        takeRound(workers, worker, event.callIds);
        break;
      }
      case 'turnEnd':
    }
  }
  return agents;
}

/** What an event tells of the agents: nothing, or one line. */
export function agentEventsOf(event: SessionEvent): AgentEvent[] {
  switch (event.kind) {
    case 'round':
      return [{ kind: 'round', callIds: callIdsOf(event) }];
    case 'turnEnd':
      return [event];
    case 'callStart':
      return [{ kind: 'start', callId: modelCallId(event.callId) }];
    case 'callEnd':
      return [{ kind: 'end', callId: modelCallId(event.callId) }];
    default:
      return [];
  }
}

/** The calls of a round, by the ids that the model gave. */
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
  // A call that VS Code refuses is answered without a line.
  const perhapsFree = free.length > 0 ? free : workers.filter(({ pending }) => ![...pending.values()].includes(true));
  // When the end of a call is missing, the round must not go to the main agent, which is known to wait.
  const candidates = perhapsFree.length > 0 ? perhapsFree : workers.slice(1);
  const inTurn = candidates.filter(({ rounds }) => rounds === undefined || rounds === turn);
  return (inTurn.length > 0 ? inTurn : candidates).toSorted((a, b) => a.idleSince - b.idleSince)[0] ?? workers[0];
}

/** Ends of turns come in the order of the rounds they belong to. */
function turnsOfRounds(events: readonly AgentEvent[]): (number | undefined)[] {
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
