import { BoundedMap } from './boundedMap';
import type { FileContent } from './call';
import { CallWindow, isExpired } from './callWindow';
import { Chances } from './chances';
import { entryOf, type NewCall } from './entry';
import { type Finding, isWarningDue } from './finding';
import { Nudges } from './nudges';
import { type Shared, sharedIn } from './shared';
import type { Counts, Snapshot, Warning } from './snapshot';
import type { Detection, Verdict } from './verdict';
import type { RecordedOutcome, WindowEntry } from './window';

/** How many judged call ids are remembered, so that a call seen twice is judged once. */
const REMEMBERED_VERDICTS = 100;

/** How many sub-agents of a turn are remembered. */
const REMEMBERED_AGENTS = 100;

/**
 * The memory of one conversation: recent calls, chances given, and whether the run was stopped. It keeps and forgets;
 * it decides nothing.
 */
export class Conversation {
  readonly window = new CallWindow();
  readonly chances = new Chances();
  readonly nudges = new Nudges();
  /** Certain detections since the conversation was last cleared: the place on the ladder. */
  detections = 0;

  /** The verdicts already given, by call id. */
  readonly verdicts = new BoundedMap<string, Verdict>(REMEMBERED_VERDICTS);
  #warning: Warning | undefined;
  #nextIndex = 0;
  #round: Snapshot['round'] = { number: 0 };

  /** What each sub-agent called, by its id. */
  readonly #agents = new BoundedMap<string, Conversation>(REMEMBERED_AGENTS);

  constructor(
    readonly id: string,
    readonly shared: Shared = sharedIn(),
    /** The sub-agent whose memory this is; undefined for the main agent. */
    readonly agent?: string,
  ) {}

  /** A conversation that goes on where the snapshot was taken. */
  static restore(id: string, snapshot: Snapshot): Conversation {
    const conversation = new Conversation(id, sharedIn(snapshot));
    conversation.detections = snapshot.detections;
    conversation.#warning = snapshot.warning;
    conversation.#round = { ...snapshot.round };
    conversation.#nextIndex = snapshot.nextIndex;
    conversation.window.restore(snapshot.entries);
    snapshot.chances.forEach(([signature, chance]) => conversation.chances.set(signature, chance));
    snapshot.nudges?.forEach(([callId, nudge]) => conversation.nudges.set(callId, nudge));
    snapshot.verdicts.forEach(([callId, verdict]) => conversation.verdicts.set(callId, verdict));
    return conversation;
  }

  snapshot(): Snapshot {
    return {
      counts: { ...this.shared.counts },
      detections: this.detections,
      nextIndex: this.#nextIndex,
      round: { ...this.#round },
      model: this.shared.model,
      entries: this.window.snapshot(),
      chances: [...this.chances],
      nudges: [...this.nudges],
      stop: this.shared.stop,
      warning: this.#warning,
      verdicts: [...this.verdicts],
      sinceMessage: this.shared.sinceMessage.stored(),
    };
  }

  add(count: keyof Counts): void {
    this.shared.counts[count] += 1;
  }

  /**
   * The memory that a sub-agent's calls are judged by; without an id that of the main agent. The model, a stop and the
   * counts are those of the whole conversation.
   */
  ofAgent(agentId: string | undefined): Conversation {
    if (agentId === undefined) {
      return this;
    }
    const known = this.#agents.get(agentId) ?? new Conversation(this.id, this.shared, agentId);
    this.#agents.delete(agentId);
    this.#agents.set(agentId, known);
    return known;
  }

  /** Who made a call, as far as it was judged; `agent` is undefined for the main agent. */
  callerOf(callId: string): { readonly agent: string | undefined } | undefined {
    const memory = [this, ...this.#agents.values()].find(({ verdicts }) => verdicts.has(callId));
    return memory === undefined ? undefined : { agent: memory.agent };
  }

  /** How many calls of the main agent and of its sub-agents are remembered. */
  get callsInWindow(): number {
    const all = [this, ...this.#agents.values()];
    return all.reduce((sum, { window }) => sum + window.length, 0);
  }

  /**
   * Numbers a call and its round. It is not in the window until it is appended there.
   * @param identified `tool` with its operation, if it has one
   */
  enter(identified: NewCall, atMs: number): WindowEntry {
    const { round } = identified.call;
    if (round === undefined || round !== this.#round.name) {
      this.#round = { name: round, number: this.#round.number + 1 };
    }
    return entryOf(identified, {
      index: this.#nextIndex++,
      round: this.#round.number,
      signature: identified.signature.digest,
      atMs,
      compactions: this.shared.sinceMessage.compactions || undefined,
    });
  }

  /** What a call asked for, parsed; undefined when it is not known or not kept. */
  questionOf(callId: string): unknown {
    return this.entryOf(callId)?.argumentsValue;
  }

  /** A call of the main agent or of a sub-agent, as far as it is remembered. */
  entryOf(callId: string): WindowEntry | undefined {
    const entries = [this, ...this.#agents.values()].map(({ window }) => window.entryOf(callId));
    return entries.find((entry) => entry !== undefined);
  }

  /**
   * Adds an outcome to the call of the main agent or of a sub-agent.
   * @param doneMs when it came, on the clock of the calls; undefined when nobody knows
   * @param contents what the files that it changed hold now, where that is known
   * @returns false when the call is unknown or already has one
   */
  setOutcome(callId: string, recorded: RecordedOutcome, doneMs?: number, contents?: readonly FileContent[]): boolean {
    const entry = this.window.setOutcome(callId, recorded, doneMs, contents);
    if (entry === undefined) {
      return [...this.#agents.values()].some((agent) => agent.setOutcome(callId, recorded, doneMs, contents));
    }
    if (entry !== false) {
      this.shared.sinceMessage.answered(entry, recorded);
    }
    return entry !== false;
  }

  /** Hands over the nudge of a call of the main agent or of a sub-agent, once; undefined when there is none. */
  takeNudge(callId: string): Detection | undefined {
    return [this, ...this.#agents.values()].map(({ nudges }) => nudges.take(callId)).find((nudge) => nudge);
  }

  /** Takes note of a finding that warns, and tells whether the warning is due. A moment is told of once. */
  noteWarning(finding: Finding, { index, moment }: WindowEntry): boolean {
    if (moment !== undefined) {
      return finding.count === finding.threshold;
    }
    const last = this.#warning;
    const due = last === undefined || isWarningDue(finding, last);
    this.#warning = due ? { detector: finding.detector, count: finding.count, index } : { ...last, index };
    return due;
  }

  /**
   * Forgets calls, chances and a stop that are older than the TTL.
   * @returns how many calls were forgotten
   */
  prune(nowMs: number, ttlSeconds: number): number {
    for (const [signature, chance] of this.chances.size > 0 ? this.chances : []) {
      if (isExpired(chance.atMs, nowMs, ttlSeconds)) {
        this.chances.delete(signature);
      }
    }
    if (this.shared.stop !== undefined && isExpired(this.shared.stop.atMs, nowMs, ttlSeconds)) {
      this.shared.stop = undefined;
    }
    return this.window.prune(nowMs, ttlSeconds);
  }

  /** Forgets everything that counts towards a loop; the counts stay. */
  clear(): void {
    this.#agents.clear();
    this.window.clear();
    this.chances.clear();
    this.nudges.clear();
    this.verdicts.clear();
    this.#warning = undefined;
    this.shared.stop = undefined;
    this.shared.sinceMessage.clear();
    this.detections = 0;
  }
}
