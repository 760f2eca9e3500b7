import { Guidance, type StoredGuidance } from './decision/guidance';
import { BoundedMap, RecentMap } from './values/boundedMap';
import type { FileContent, ModelName, RecordedOutcome } from './facts/call';
import { CallWindow, isExpired } from './ledger/callWindow';
import { entryOf, restoredEntry, type StoredEntry, storedEntry, type WindowEntry } from './ledger/entry';
import { LastMessage, type StoredLastMessage } from './ledger/lastMessage';
import type { NewCall } from './facts/callFacts';
import { SinceMessage, type StoredSinceMessage } from './ledger/sinceMessage';
import {
  ALLOW,
  type Detection,
  lastsUntilMessage,
  restored,
  type StateContext,
  type Stop,
  type Stored,
  stored,
  type Verdict,
} from './decision/verdict';

/** What the guard has counted in a conversation since it started. */
export interface Counts {
  readonly calls: number;
  readonly warnings: number;
  readonly chances: number;
  readonly breaks: number;
  readonly mitigations: number;
}

/** What the main agent of a conversation and its subagents share. */
class ConversationTotals {
  model: ModelName | undefined;
  stop: Stop | undefined;
  /** A call has started something that goes on, or was told that something does. */
  hasStarted = false;
  counts = { calls: 0, warnings: 0, chances: 0, breaks: 0, mitigations: 0 };

  constructor(readonly sinceMessage = new SinceMessage()) {}
}

/** Raised when a field changes its meaning; a state of another version is not read. */
export const STATE_VERSION = 5;

/** Only the newest answers since the last message are stored, because a state may be written at every call. */
const STORED_ANSWERS = 100;

/** Of more sub-agents, those used last are stored. */
const STORED_AGENTS = 30;

/**
 * The state of a conversation as JSON, to continue from elsewhere, such as in a new process at every call.
 *
 * Contains digests, short hashes of words, tool names, indexes, times, kinds, and counts, but no text of arguments or
 * results, so no secret gets into a file this way; except for what ids hold, and the operation of a call in the name of
 * its tool. What is compared is stored: verdicts are the same across processes.
 */
export interface ConversationState extends AgentState {
  readonly version: number;
  readonly counts: Counts;
  readonly model?: ModelName | undefined;
  readonly hasStarted: boolean;
  readonly stop?: Stored<Stop> | undefined;
  readonly sinceMessage: StoredSinceMessage;
  readonly agents: readonly (readonly [id: string, state: AgentState])[];
}

interface AgentState extends StoredGuidance {
  readonly detections: number;
  readonly nextIndex: number;
  readonly round: { readonly name?: string | undefined; readonly number: number };
  readonly entries: readonly StoredEntry[];
  readonly message: Omit<StoredLastMessage, 'before'> & { readonly before?: readonly StoredEntry[] | undefined };
  readonly ownStop?: Stored<Stop> | undefined;
  readonly verdicts: readonly ({ readonly callId: string } & (typeof ALLOW | Stored<FoundVerdict>))[];
}

type FoundVerdict = Exclude<Verdict, { readonly action: 'allow' }>;

/** How many judged call ids are remembered, so that a call seen twice is judged once. */
const REMEMBERED_VERDICTS = 100;

const REMEMBERED_AGENTS = 100;

/**
 * The memory of one conversation: recent calls, chances given, and whether the run was stopped. It keeps and forgets;
 * it decides nothing.
 */
export class Conversation {
  readonly window = new CallWindow();
  readonly lastMessage = new LastMessage(this.window);
  readonly guidance = new Guidance();
  /** Certain detections since the conversation was last cleared: the place on the ladder. */
  detections = 0;

  /**
   * The verdicts already given, by call id; without the arguments, which who asks again brings. That a call in the
   * window was allowed is not said once more.
   */
  readonly #verdicts = new BoundedMap<string, Verdict>(REMEMBERED_VERDICTS);
  /** What each sub-agent called, by its id; most conversations have none. */
  #agents: RecentMap<string, Conversation> | undefined;
  /** A stop of this agent only. */
  #ownStop: Stop | undefined;
  #nextIndex = 0;
  #round = 0;
  #roundName: string | undefined;

  constructor(
    readonly id: string,
    readonly shared = new ConversationTotals(),
    /** The sub-agent whose memory this is; undefined for the main agent. */
    readonly agent?: string,
  ) {}

  /** A conversation that goes on where the snapshot was taken. */
  static restore(state: ConversationState, context: StateContext): Conversation {
    const conversation = new Conversation(
      context.conversationId,
      new ConversationTotals(new SinceMessage(state.sinceMessage)),
    );
    const { shared } = conversation;
    shared.model = state.model;
    shared.stop = state.stop && restored<Stop>(state.stop, context);
    shared.hasStarted = state.hasStarted;
    shared.counts = { ...state.counts };
    conversation.#restore(state, context);
    state.agents.forEach(([agent, own]) => conversation.ofAgent(agent).#restore(own, context));
    return conversation;
  }

  snapshot(): ConversationState {
    const { counts, model, hasStarted, stop, sinceMessage } = this.shared;
    const since = sinceMessage.stored();
    return {
      version: STATE_VERSION,
      counts: { ...counts },
      model,
      hasStarted,
      stop: stop && stored(stop),
      sinceMessage: {
        ...since,
        answers: since.answers.slice(-STORED_ANSWERS),
        failures: since.failures.slice(-STORED_ANSWERS),
      },
      ...this.#snapshotOfAgent(),
      agents: [...(this.#agents ?? [])]
        .slice(-STORED_AGENTS)
        .map(([agent, memory]) => [agent, memory.#snapshotOfAgent()] as const),
    };
  }

  #snapshotOfAgent(): AgentState {
    const verdicts = [...this.#verdicts].map(([callId, verdict]) => ({
      callId,
      // Without the arguments that a hint holds.
      ...(verdict.action === 'allow' ? ALLOW : stored(verdict)),
    }));
    const message = this.lastMessage.stored();
    return {
      detections: this.detections,
      nextIndex: this.#nextIndex,
      round: { name: this.#roundName, number: this.#round },
      entries: this.window.entries.map(storedEntry),
      message: { ...message, before: message.before?.map(storedEntry) },
      ...this.guidance.snapshot(),
      ownStop: this.#ownStop && stored(this.#ownStop),
      verdicts: [...this.window.forgotten.map((callId) => ({ callId, action: 'allow' as const })), ...verdicts],
    };
  }

  #restore(state: AgentState, context: StateContext): void {
    const { detections, nextIndex, round, entries, message, ownStop, verdicts } = state;
    this.detections = detections;
    this.#nextIndex = nextIndex;
    this.#round = round.number;
    this.#roundName = round.name;
    this.window.restore(entries.map(restoredEntry));
    this.lastMessage.restore({ ...message, before: message.before?.map(restoredEntry) });
    this.guidance.restore(state, context);
    this.#ownStop = ownStop && restored<Stop>(ownStop, context);
    for (const { callId, ...verdict } of verdicts) {
      this.judged(callId, 'detection' in verdict ? restored<FoundVerdict>(verdict, context) : ALLOW);
    }
  }

  /**
   * The memory that a sub-agent's calls are judged by; without an id that of the main agent. The model and the counts
   * are those of the whole conversation.
   */
  ofAgent(agentId: string | undefined): Conversation {
    if (agentId === undefined) {
      return this;
    }
    this.#agents ??= new RecentMap(REMEMBERED_AGENTS);
    const known = this.#agents.get(agentId) ?? new Conversation(this.id, this.shared, agentId);
    this.#agents.set(agentId, known);
    return known;
  }

  /** Why this agent was stopped, alone or with all others of the conversation. */
  get stop(): Stop | undefined {
    return this.#ownStop ?? this.shared.stop;
  }

  /**
   * Stops this agent.
   * @param isAlone whether the others of the conversation may go on
   */
  stopFor(stop: Stop, isAlone: boolean): void {
    if (isAlone) {
      this.#ownStop = stop;
    } else {
      this.shared.stop = stop;
    }
  }

  /** Takes note that the stopped agent is still at work. */
  refuse(nowMs: number): void {
    this.#ownStop &&= { ...this.#ownStop, atMs: nowMs };
    this.shared.stop &&= { ...this.shared.stop, atMs: nowMs };
  }

  /**
   * Lets a stopped agent go on, or all where all are stopped. The loop that they were stopped for is remembered.
   * @param agentId the sub-agent; undefined for the main agent
   */
  release(agentId: string | undefined, nowMs: number): void {
    const { stop } = this.shared;
    for (const memory of stop === undefined ? [this.ofAgent(agentId)] : this.#all) {
      memory.guidance.release(memory.stop, nowMs);
      memory.window.clear();
      memory.#forgetVerdicts();
    }
    if (stop !== undefined || agentId === undefined) {
      this.shared.sinceMessage.clear();
    }
    this.shared.stop = undefined;
  }

  /** The verdict already given on a call of this agent. */
  verdictOn(callId: string): Verdict | undefined {
    return this.#verdicts.get(callId) ?? (this.window.hasRun(callId) ? ALLOW : undefined);
  }

  /** Takes note of the verdict on a call. The arguments of a stop are kept with it. */
  judged(callId: string, verdict: Verdict): void {
    if (verdict.action === 'allow' && this.window.hasRun(callId)) {
      return;
    }
    const isWhole = verdict.action === 'allow' || verdict.action === 'stopped';
    const kept = isWhole ? verdict : { ...verdict, detection: { ...verdict.detection, arguments: undefined } };
    this.#verdicts.set(callId, kept);
  }

  /** Who made a judged call; `agent` is undefined for the main agent. */
  callerOf(callId: string): { readonly agent: string | undefined } | undefined {
    const memory = this.#all.find((each) => each.verdictOn(callId) !== undefined);
    return memory === undefined ? undefined : { agent: memory.agent };
  }

  /** How many calls of the main agent and of its sub-agents are remembered. */
  get callsInWindow(): number {
    return this.#all.reduce((sum, { window }) => sum + window.entries.length, 0);
  }

  /**
   * Numbers a call and its round. It is not in the window until it is appended there.
   * @param identified `tool` with its operation, if it has one
   */
  enter(identified: NewCall, atMs: number): WindowEntry {
    if (!this.#isOfNewestRound(identified, atMs)) {
      this.#round += 1;
      this.#roundName = undefined;
    }
    this.#roundName = identified.call.round ?? this.#roundName;
    return entryOf(identified, {
      index: this.#nextIndex++,
      round: this.#round,
      atMs,
      compactions: this.shared.sinceMessage.compactions || undefined,
    });
  }

  /** By the name that the surface gives the round, where both have one; otherwise by time. */
  #isOfNewestRound({ call: { round, moment }, signature }: NewCall, atMs: number): boolean {
    if (round !== undefined && this.#roundName !== undefined) {
      return round === this.#roundName;
    }
    return moment === undefined && this.window.isOfNewestRound(this.#round, signature.digest, atMs);
  }

  /** A remembered call of any agent. */
  entryOf(callId: string): WindowEntry | undefined {
    const entries = this.#all.map(({ window }) => window.entryOf(callId));
    return entries.find((entry) => entry !== undefined);
  }

  /**
   * Adds an outcome to the call of the main agent or of a sub-agent, see {@link CallWindow.setOutcome}.
   * @returns false when the call is unknown or already has one, or nothing was seen
   */
  setOutcome(callId: string, recorded?: RecordedOutcome, doneMs?: number, contents?: readonly FileContent[]): boolean {
    const entry = this.window.setOutcome(callId, recorded, doneMs, contents);
    if (entry === undefined) {
      return this.#all.slice(1).some((agent) => agent.setOutcome(callId, recorded, doneMs, contents));
    }
    if (entry !== false && recorded !== undefined) {
      this.shared.hasStarted ||= recorded.life === 'running';
      this.shared.sinceMessage.answered(entry, recorded);
      this.lastMessage.answered(entry, recorded);
    }
    return entry !== false;
  }

  /** Hands over the nudge of a call of the main agent or of a sub-agent, once; undefined when there is none. */
  takeNudge(callId: string): Detection | undefined {
    return this.#all.map((memory) => memory.guidance.nudges.take(callId)).find((nudge) => nudge);
  }

  /**
   * Forgets chances and a stop that are older than the TTL, and the calls that don't count for one of this signature.
   * @returns how many calls were forgotten
   */
  prune(nowMs: number, ttlSeconds: number, signature: string): number {
    this.guidance.prune(nowMs, ttlSeconds);
    const isOver = (stop: Stop | undefined): boolean =>
      stop !== undefined && !lastsUntilMessage(stop.detection) && isExpired(stop.atMs, nowMs, ttlSeconds);
    this.#ownStop = isOver(this.#ownStop) ? undefined : this.#ownStop;
    this.shared.stop = isOver(this.shared.stop) ? undefined : this.shared.stop;
    return this.window.prune(nowMs, ttlSeconds, signature);
  }

  /** The person speaks; see {@link LastMessage} for the calls that count after that. */
  beginTurn(): void {
    this.lastMessage.followedBy(this.#nextIndex);
    this.#startOver();
  }

  /** Ends a stop of this agent: something new has happened. */
  endStop(): void {
    this.#ownStop = undefined;
    this.shared.stop = undefined;
  }

  /** A program has the agents go on: a stop is over, but what was called counts. */
  goOn(): void {
    this.#all.forEach((memory) => {
      memory.guidance.clear();
      memory.#ownStop = undefined;
    });
    this.shared.stop = undefined;
  }

  /** Forgets everything that counts towards a loop; the counts stay. */
  clear(): void {
    this.lastMessage.forget();
    this.#startOver();
  }

  /** Forgets all that came of the calls, but not the calls. */
  #startOver(): void {
    this.#agents = undefined;
    this.guidance.clear();
    this.#forgetVerdicts();
    this.shared.stop = undefined;
    this.shared.sinceMessage.clear();
  }

  #forgetVerdicts(): void {
    this.#verdicts.clear();
    this.#ownStop = undefined;
    this.detections = 0;
  }

  get #all(): readonly Conversation[] {
    return [this, ...(this.#agents?.values() ?? [])];
  }
}
