import type { Call, ModelName } from './call';
import { type DetectorId, type Finding, isSameLoop } from './finding';
import type { EngineKey, EngineValues } from '../core/settings/schema';
import type { Signature } from './signature';
import type { Detection, Verdict } from './verdict';
import { asksToWait } from './waiting';
import type { RecordedOutcome, WindowEntry } from './window';

/** How many judged call ids are remembered, so that a call seen twice is judged once. */
const REMEMBERED_VERDICTS = 100;

/** How many sub-agents of a turn are remembered. */
const REMEMBERED_AGENTS = 100;
/** How many refused calls are remembered as told; one beyond gets another chance. */
const REMEMBERED_CHANCES = 100;

/** What conversations have in common in which nothing was set. */
export const NO_OVERRIDES: EngineValues = Object.freeze({});

/** What the guard counted in a conversation since it began. */
export interface Counts {
  readonly calls: number;
  readonly warnings: number;
  readonly chances: number;
  readonly breaks: number;
  readonly mitigations: number;
}

/** A refused call that the model was given a chance to reconsider. */
export interface Chance {
  readonly detection: Detection;
  readonly round: number;
  readonly attempts: number;
  readonly atMs: number;
  /** The model has made a different call since. */
  readonly heeded: boolean;
}

/** The memory of a conversation at a moment, to go on from elsewhere. Values set in chat are not part of it. */
export interface Snapshot {
  readonly counts: Counts;
  readonly detections: number;
  readonly nextIndex: number;
  readonly round: { readonly name?: string | undefined; readonly number: number };
  readonly model?: ModelName | undefined;
  readonly entries: readonly WindowEntry[];
  readonly chances: readonly (readonly [string, Chance])[];
  readonly stop?: { readonly detection: Detection; readonly atMs: number } | undefined;
  readonly warning?: { readonly detector: DetectorId; readonly count: number; readonly index: number } | undefined;
  readonly verdicts: readonly (readonly [string, Verdict])[];
}

/** What holds for the main agent of a conversation and for its sub-agents alike. */
interface Common {
  overrides: EngineValues;
  model: ModelName | undefined;
  stop: { readonly detection: Detection; readonly atMs: number } | undefined;
  counts: { -readonly [Count in keyof Counts]: Counts[Count] };
}

/**
 * The memory of one conversation: recent calls, chances given, whether the run was stopped, and the values
 * set in chat. It keeps and forgets; it decides nothing.
 */
export class Conversation {
  /** By signature digest. */
  readonly chances = new Map<string, Chance>();
  /** Certain detections since the conversation was last cleared: the place on the ladder. */
  detections = 0;

  readonly #verdicts = new Map<string, Verdict>();
  #warning: { readonly detector: DetectorId; readonly count: number; readonly index: number } | undefined;
  #entries: WindowEntry[] = [];
  /** How many of the entries have each signature: the answer for a new call without a look at any of them. */
  readonly #asked = new Map<string, { readonly signature: string; count: number }>();
  #nextIndex = 0;
  /** The clock was set back between two of the calls. */
  #backwards = false;
  #round = { name: undefined as string | undefined, number: 0 };

  readonly #common: Common;
  /** What each sub-agent called, by its id. */
  readonly #agents = new Map<string, Conversation>();

  constructor(
    readonly id: string,
    common: Common = {
      overrides: NO_OVERRIDES,
      model: undefined,
      stop: undefined,
      counts: { calls: 0, warnings: 0, chances: 0, breaks: 0, mitigations: 0 },
    },
  ) {
    this.#common = common;
  }

  get overrides(): EngineValues {
    return this.#common.overrides;
  }

  get model(): ModelName | undefined {
    return this.#common.model;
  }

  set model(model: ModelName | undefined) {
    this.#common.model = model;
  }

  get stop(): Common['stop'] {
    return this.#common.stop;
  }

  set stop(stop: Common['stop']) {
    this.#common.stop = stop;
  }

  get counts(): Counts {
    return this.#common.counts;
  }

  /**
   * The memory that a sub-agent's calls are judged by; without an id that of the main agent. What was set in chat, the
   * model, a stop and the counts are those of the whole conversation.
   */
  ofAgent(agentId: string | undefined): Conversation {
    if (agentId === undefined) {
      return this;
    }
    const known = this.#agents.get(agentId) ?? new Conversation(this.id, this.#common);
    this.#agents.delete(agentId);
    this.#agents.set(agentId, known);
    dropOldest(this.#agents, REMEMBERED_AGENTS);
    return known;
  }

  /** The sub-agent that made a call, as far as it was judged; undefined for calls of the main agent too. */
  agentOf(callId: string): string | undefined {
    return [...this.#agents].find(([, agent]) => agent.#verdicts.has(callId))?.[0];
  }

  /** How many calls of the main agent and of its sub-agents are remembered. */
  get callsInWindow(): number {
    return [...this.#agents.values()].reduce((sum, agent) => sum + agent.#entries.length, this.#entries.length);
  }

  /** A conversation that goes on where the snapshot was taken. */
  static restore(id: string, snapshot: Snapshot): Conversation {
    const conversation = new Conversation(id);
    conversation.#common.counts = { ...snapshot.counts };
    conversation.model = snapshot.model;
    conversation.stop = snapshot.stop;
    conversation.detections = snapshot.detections;
    conversation.#warning = snapshot.warning;
    conversation.#round = { name: snapshot.round.name, number: snapshot.round.number };
    for (const entry of snapshot.entries) {
      conversation.append(copyOf(entry), snapshot.entries.length);
    }
    conversation.#nextIndex = snapshot.nextIndex;
    for (const [signature, chance] of snapshot.chances) {
      conversation.chances.set(signature, chance);
    }
    for (const [callId, verdict] of snapshot.verdicts) {
      conversation.#verdicts.set(callId, verdict);
    }
    return conversation;
  }

  snapshot(): Snapshot {
    return {
      counts: { ...this.counts },
      detections: this.detections,
      nextIndex: this.#nextIndex,
      round: { ...this.#round },
      model: this.model,
      entries: this.#entries.map(copyOf),
      chances: [...this.chances],
      stop: this.stop,
      warning: this.#warning,
      verdicts: [...this.#verdicts],
    };
  }

  /** Calls since the last real user message, oldest first. */
  get entries(): readonly WindowEntry[] {
    return this.#entries;
  }

  /** The verdict already given for a call id. */
  verdictOf(callId: string): Verdict | undefined {
    return this.#verdicts.get(callId);
  }

  rememberVerdict(callId: string, verdict: Verdict): void {
    this.#verdicts.set(callId, verdict);
    dropOldest(this.#verdicts, REMEMBERED_VERDICTS);
  }

  /** Takes note that the model was told to reconsider a call. */
  giveChance(signature: string, chance: Chance): void {
    this.chances.set(signature, chance);
    dropOldest(this.chances, REMEMBERED_CHANCES);
  }

  /** The call as it would stand in the window. It is not in the window until {@link append}. */
  candidate(call: Call, operation: string | undefined, signature: Signature, atMs: number): WindowEntry {
    if (call.round === undefined || call.round !== this.#round.name) {
      this.#round = { name: call.round, number: this.#round.number + 1 };
    }
    return {
      index: this.#nextIndex++,
      callIds: [call.id],
      seenBy: [call.surface],
      round: this.#round.number,
      tool: operation === undefined ? call.tool : `${call.tool}:${operation}`,
      operation,
      signature: this.#asked.get(signature.digest)?.signature ?? signature.digest,
      argumentsValue: signature.argumentsValue,
      asksToWait: asksToWait(call.tool, signature.argumentsValue),
      atMs,
      outcome: undefined,
    };
  }

  /**
   * The calls a candidate is judged by: the last ones, none older than the TTL or dated far ahead by a clock since set
   * back.
   */
  history(windowSize: number, ttlSeconds: number, nowMs: number): readonly WindowEntry[] {
    const alive = this.#allAlive(nowMs, ttlSeconds)
      ? this.#entries
      : this.#entries.filter((entry) => !isExpired(ageFrom(entry), nowMs, ttlSeconds));
    return alive.slice(-windowSize);
  }

  /** Takes note that the call runs; the oldest call beyond the capacity is forgotten. */
  append(entry: WindowEntry, capacity: number): void {
    this.#backwards ||= entry.atMs < (this.#entries.at(-1)?.atMs ?? entry.atMs);
    this.#entries.push(entry);
    const asked = this.#asked.get(entry.signature);
    if (asked === undefined) {
      this.#asked.set(entry.signature, { signature: entry.signature, count: 1 });
    } else {
      asked.count += 1;
    }
    while (this.#entries.length > capacity) {
      this.#unask(this.#entries.shift() as WindowEntry);
    }
  }

  /** Whether a call with this signature is remembered. */
  hasAsked(signature: string): boolean {
    return this.#asked.has(signature);
  }

  #unask({ signature }: WindowEntry): void {
    const asked = this.#asked.get(signature);
    if (asked !== undefined && --asked.count === 0) {
      this.#asked.delete(signature);
    }
  }

  /**
   * Finds a running call that another surface told of and this one has not seen yet, and notes that it has now:
   * the agent's hooks, a guarded model and a guarded tool may all see the same call, each under an id of its own.
   */
  isSeenAgain(signature: string, { id, surface }: Call): boolean {
    const running =
      surface === undefined
        ? undefined
        : this.#entries.findLast(
            (entry) =>
              entry.signature === signature &&
              entry.outcome === undefined &&
              !entry.seenBy.includes(surface) &&
              !entry.seenBy.includes(undefined),
          );
    running?.seenBy.push(surface);
    running?.callIds.push(id);
    return running !== undefined;
  }

  /** What a call asked for, parsed; undefined when it is not known or not kept. */
  questionOf(callId: string): unknown {
    const conversations = [this, ...this.#agents.values()];
    return conversations.map((each) => each.#entryOf(callId)).find((entry) => entry !== undefined)?.argumentsValue;
  }

  #entryOf(callId: string): WindowEntry | undefined {
    return this.#entries.findLast((candidate) => candidate.callIds[0] === callId);
  }

  /**
   * Adds an outcome to its call. Only the surface that saw the call first is listened to: another may word the same
   * result otherwise, and then the next one would look new.
   * @param doneMs when it came, on the clock of the calls; undefined when nobody knows
   * @returns false when the call is unknown or already has one
   */
  setOutcome(callId: string, recorded: RecordedOutcome, doneMs?: number): boolean {
    const entry = this.#entryOf(callId);
    if (entry === undefined) {
      return [...this.#agents.values()].some((agent) => agent.setOutcome(callId, recorded, doneMs));
    }
    if (entry.outcome !== undefined) {
      return false;
    }
    entry.outcome = recorded;
    entry.doneMs = doneMs;
    return true;
  }

  /**
   * Forgets calls, chances and a stop that are older than the TTL.
   * @returns how many calls were forgotten
   */
  prune(nowMs: number, ttlSeconds: number): number {
    const before = this.#entries.length;
    if (!this.#allAlive(nowMs, ttlSeconds)) {
      this.#entries = this.#entries.filter((entry) => {
        const expired = isExpired(ageFrom(entry), nowMs, ttlSeconds);
        if (expired) {
          this.#unask(entry);
        }
        return !expired;
      });
      this.#backwards &&= this.#entries.length > 0;
    }
    for (const [signature, chance] of this.chances) {
      if (isExpired(chance.atMs, nowMs, ttlSeconds)) {
        this.chances.delete(signature);
      }
    }
    if (this.stop !== undefined && isExpired(this.stop.atMs, nowMs, ttlSeconds)) {
      this.stop = undefined;
    }
    return before - this.#entries.length;
  }

  /**
   * True when a warning is due: for a new loop, and then each time its count has doubled. It is still the same
   * loop while its evidence reaches back to the last call that was found to be part of it, by whatever rule.
   */
  warningDue(finding: Finding, index: number): boolean {
    const last = this.#warning;
    const goesOn = last !== undefined && isSameLoop(finding, last.index);
    const due = !goesOn || (finding.detector === last.detector && finding.count >= 2 * last.count);
    this.#warning = due ? { detector: finding.detector, count: finding.count, index } : { ...last, index };
    return due;
  }

  /** Nothing has expired: told by the oldest and the newest call, as long as the clock goes forwards. */
  #allAlive(nowMs: number, ttlSeconds: number): boolean {
    const [oldest] = this.#entries;
    const newest = this.#entries.at(-1);
    if (oldest === undefined || newest === undefined) {
      return true;
    }
    return !this.#backwards && !isExpired(oldest.atMs, nowMs, ttlSeconds) && !isExpired(newest.atMs, nowMs, ttlSeconds);
  }

  /** Forgets everything that counts towards a loop; counts and chat settings stay. */
  clear(): void {
    this.#agents.clear();
    this.#entries = [];
    this.#backwards = false;
    this.#asked.clear();
    this.chances.clear();
    this.#verdicts.clear();
    this.#warning = undefined;
    this.stop = undefined;
    this.detections = 0;
  }

  add(count: keyof Counts): void {
    this.#common.counts[count] += 1;
  }

  setOverride(values: EngineValues): void {
    this.#common.overrides = { ...this.overrides, ...values };
  }

  unsetOverride(key: EngineKey): void {
    this.#common.overrides = Object.fromEntries(Object.entries(this.overrides).filter(([name]) => name !== key));
  }
}

/** A call counts from its answer on: a wait of minutes would forget itself otherwise. */
function ageFrom({ atMs, doneMs }: WindowEntry): number {
  return doneMs ?? atMs;
}

function isExpired(atMs: number, nowMs: number, ttlSeconds: number): boolean {
  return Math.abs(nowMs - atMs) > ttlSeconds * 1000;
}

function copyOf(entry: WindowEntry): WindowEntry {
  return { ...entry, callIds: [...entry.callIds], seenBy: [...entry.seenBy] };
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) {
      return;
    }
    map.delete(key);
  }
}
