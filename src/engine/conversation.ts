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

/** What all agents of a conversation share. */
class Shared {
  model: ModelName | undefined;
  stop: Stop | undefined;
  /** A call has started something that goes on, or reported that something does. */
  hasStarted = false;
  counts = { calls: 0, warnings: 0, chances: 0, breaks: 0, mitigations: 0 };
  sinceMessage = new SinceMessage();
}

export type Counts = Readonly<Shared['counts']>;

/** Raised when a field changes its meaning; a state of another version is not read. */
export const STATE_VERSION = 5;

/** Only the newest are stored, because a state may be written at every call. */
const STORED_ANSWERS = 100;

const STORED_AGENTS = 30;

/**
 * The state of a conversation as JSON, to continue elsewhere, such as in a new process at every call.
 * It holds what is compared, so verdicts are the same across processes. So that no secret gets into a file, it contains
 * no text of arguments or results but IDs and the operation in a tool's name: only digests, short hashes of words,
 * numbers, and kinds.
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

const REMEMBERED_VERDICTS = 100;

const REMEMBERED_AGENTS = 100;

/** The memory of one conversation. It keeps and forgets; it decides nothing. */
export class Conversation {
  readonly window = new CallWindow();
  readonly lastMessage = new LastMessage(this.window);
  readonly guidance = new Guidance();
  /** Certain detections since the last message, reset, or release: the index into the actions of the settings. */
  detections = 0;

  /** By call ID, without arguments, which a repeated question has, and without allowed calls that the window knows. */
  readonly #verdicts = new BoundedMap<string, Verdict>(REMEMBERED_VERDICTS);
  /** By ID of the subagent; most conversations have none. */
  #agents: RecentMap<string, Conversation> | undefined;
  #ownStop: Stop | undefined;
  #nextIndex = 0;
  #round: AgentState['round'] = { number: 0 };

  constructor(
    readonly id: string,
    readonly shared = new Shared(),
    readonly agent?: string,
  ) {}

  static restore(state: ConversationState, context: StateContext): Conversation {
    const { model, hasStarted, counts, stop, sinceMessage, agents } = state;
    const conversation = new Conversation(context.conversationId, {
      model,
      hasStarted,
      counts: { ...counts },
      stop: stop && restored<Stop>(stop, context),
      sinceMessage: new SinceMessage(sinceMessage),
    });
    conversation.#restore(state, context);
    agents.forEach(([agent, own]) => conversation.ofAgent(agent).#restore(own, context));
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
      round: this.#round,
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
    this.#round = round;
    this.window.restore(entries.map(restoredEntry));
    this.lastMessage.restore({ ...message, before: message.before?.map(restoredEntry) });
    this.guidance.restore(state, context);
    this.#ownStop = ownStop && restored<Stop>(ownStop, context);
    for (const { callId, ...verdict } of verdicts) {
      this.judged(callId, 'detection' in verdict ? restored<FoundVerdict>(verdict, context) : ALLOW);
    }
  }

  /** The memory of one agent, without an ID the main agent's. All share the model and the counts. */
  ofAgent(agentId: string | undefined): Conversation {
    if (agentId === undefined) {
      return this;
    }
    this.#agents ??= new RecentMap(REMEMBERED_AGENTS);
    const known = this.#agents.get(agentId) ?? new Conversation(this.id, this.shared, agentId);
    this.#agents.set(agentId, known);
    return known;
  }

  get stop(): Stop | undefined {
    return this.#ownStop ?? this.shared.stop;
  }

  /** @param isAlone whether the other agents of the conversation may go on */
  stopFor(stop: Stop, isAlone: boolean): void {
    if (isAlone) {
      this.#ownStop = stop;
    } else {
      this.shared.stop = stop;
    }
  }

  /** The stopped agent still makes calls, so the stop lasts longer. */
  refuse(nowMs: number): void {
    this.#changeStops((stop) => ({ ...stop, refusedAtMs: nowMs }));
  }

  endStop(): void {
    this.#changeStops(() => undefined);
  }

  #changeStops(change: (stop: Stop) => Stop | undefined): void {
    this.#ownStop &&= change(this.#ownStop);
    this.shared.stop &&= change(this.shared.stop);
  }

  /** Lets a stopped agent go on, or all if all are stopped. The loop that they were stopped for is remembered. */
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

  verdictOn(callId: string): Verdict | undefined {
    return this.#verdicts.get(callId) ?? (this.window.hasRun(callId) ? ALLOW : undefined);
  }

  /** The arguments of a stop are kept with it. */
  judged(callId: string, verdict: Verdict): void {
    if (verdict.action === 'allow' && this.window.hasRun(callId)) {
      return;
    }
    const isWhole = verdict.action === 'allow' || verdict.action === 'stopped';
    const kept = isWhole ? verdict : { ...verdict, detection: { ...verdict.detection, arguments: undefined } };
    this.#verdicts.set(callId, kept);
  }

  callerOf(callId: string): { readonly agent: string | undefined } | undefined {
    const memory = this.#all.find((each) => each.verdictOn(callId) !== undefined);
    return memory === undefined ? undefined : { agent: memory.agent };
  }

  get callsInWindow(): number {
    return this.#all.reduce((sum, { window }) => sum + window.entries.length, 0);
  }

  /** Numbers a call and its round. It is not in the window until it is appended there. */
  enter(identified: NewCall, atMs: number): WindowEntry {
    const { call, signature } = identified;
    const { number, name } = this.#round;
    // By the name that the surface gives the round, if both have one; otherwise by time.
    const isNewest =
      call.round !== undefined && name !== undefined
        ? call.round === name
        : call.moment === undefined && this.window.isOfNewestRound(number, signature.digest, atMs);
    this.#round = isNewest ? { number, name: call.round ?? name } : { number: number + 1, name: call.round };
    return entryOf(identified, {
      index: this.#nextIndex++,
      round: this.#round.number,
      atMs,
      compactions: this.shared.sinceMessage.compactions || undefined,
    });
  }

  entryOf(callId: string): WindowEntry | undefined {
    const [entry] = this.#all.flatMap(({ window }) => window.entryOf(callId) ?? []);
    return entry;
  }

  /** @returns false if the call is unknown or has an outcome already, or nobody saw its result */
  setOutcome(callId: string, recorded?: RecordedOutcome, doneMs?: number, contents?: readonly FileContent[]): boolean {
    const memory = this.#all.find(({ window }) => window.entryOf(callId) !== undefined);
    const entry = memory?.window.setOutcome(callId, recorded, doneMs, contents);
    if (memory === undefined || typeof entry !== 'object' || entry.outcome === undefined) {
      return false;
    }
    this.shared.hasStarted ||= entry.outcome.life === 'running';
    this.shared.sinceMessage.answered(entry, entry.outcome);
    memory.lastMessage.answered(entry, entry.outcome);
    return true;
  }

  takeNudge(callId: string): Detection | undefined {
    return this.#all.map((memory) => memory.guidance.takeNudge(callId)).find((nudge) => nudge);
  }

  /** @returns how many calls were forgotten */
  prune(nowMs: number, ttlSeconds: number, signature: string): number {
    this.guidance.prune(nowMs, ttlSeconds);
    this.#changeStops((stop) => {
      const isOld = isExpired(stop.refusedAtMs ?? stop.atMs, nowMs, ttlSeconds);
      return isOld && !lastsUntilMessage(stop.detection) ? undefined : stop;
    });
    return this.window.prune(nowMs, ttlSeconds, signature);
  }

  beginTurn(): void {
    this.lastMessage.followedBy(this.#nextIndex);
    this.#startOver();
  }

  /** A program has the agents go on: the stop is over, but earlier calls count. */
  goOn(): void {
    this.#all.forEach((memory) => {
      memory.guidance.clear();
      memory.#ownStop = undefined;
    });
    this.shared.stop = undefined;
  }

  /** Forgets everything that counts towards a loop; `counts` stays. */
  clear(): void {
    this.lastMessage.forget();
    this.#startOver();
  }

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
