import type { Call, ModelName, Outcome } from './call';
import type { EngineKey, EngineValues } from './settings/schema';
import type { Signature } from './signature';
import type { Detection, Verdict } from './verdict';
import type { RecordedOutcome, WindowEntry } from './window';

/** How many calls a conversation remembers; older ones are forgotten first. */
const WINDOW_CALLS = 40;

/** How many judged call ids are remembered, so that a call seen twice is judged once. */
const REMEMBERED_VERDICTS = 100;

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

/**
 * The memory of one conversation: recent calls, chances given, whether the run was stopped, and the values
 * set in chat. It keeps and forgets; it decides nothing.
 */
export class Conversation {
  overrides: EngineValues = {};
  model: ModelName | undefined;
  counts: Counts = { calls: 0, warnings: 0, chances: 0, breaks: 0, mitigations: 0 };
  /** By signature digest. */
  readonly chances = new Map<string, Chance>();
  stop: { readonly detection: Detection; readonly atMs: number } | undefined;

  readonly #verdicts = new Map<string, Verdict>();
  readonly #warnedAt = new Map<string, number>();
  #entries: WindowEntry[] = [];
  #nextIndex = 0;
  #round = { name: undefined as string | undefined, number: 0 };

  constructor(readonly id: string) {}

  /** Calls since the last real user message, oldest first, at most the window's size. */
  get entries(): readonly WindowEntry[] {
    return this.#entries;
  }

  /** The verdict already given for a call id. */
  verdictOf(callId: string): Verdict | undefined {
    return this.#verdicts.get(callId);
  }

  rememberVerdict(callId: string, verdict: Verdict): void {
    this.#verdicts.set(callId, verdict);
    if (this.#verdicts.size > REMEMBERED_VERDICTS) {
      const oldest = this.#verdicts.keys().next().value;
      this.#verdicts.delete(oldest as string);
    }
  }

  /** The call as it would stand in the window. It is not in the window until {@link append}. */
  candidate(call: Call, signature: Signature, atMs: number): WindowEntry {
    if (call.round === undefined || call.round !== this.#round.name) {
      this.#round = { name: call.round, number: this.#round.number + 1 };
    }
    return {
      index: this.#nextIndex,
      callId: call.id,
      round: this.#round.number,
      tool: call.tool,
      signature: signature.digest,
      argumentsText: signature.argumentsText,
      argumentsValue: signature.argumentsValue,
      atMs,
      outcome: undefined,
    };
  }

  /** Takes note that the call runs. */
  append(entry: WindowEntry): void {
    this.#nextIndex = entry.index + 1;
    this.#entries.push(entry);
    if (this.#entries.length > WINDOW_CALLS) {
      this.#entries.shift();
    }
  }

  /** Adds an outcome to its call. False when the call is unknown or already has one. */
  setOutcome(outcome: Outcome, recorded: RecordedOutcome): boolean {
    const entry = this.#entries.findLast((candidate) => candidate.callId === outcome.callId);
    if (entry === undefined || entry.outcome !== undefined) {
      return false;
    }
    entry.outcome = recorded;
    return true;
  }

  /**
   * Forgets calls and chances that are older than the TTL at the given time, or dated so far ahead of it
   * that the clock must have been set back.
   * @returns how many calls were forgotten
   */
  prune(nowMs: number, ttlSeconds: number): number {
    const expired = (atMs: number): boolean => Math.abs(nowMs - atMs) > ttlSeconds * 1000;
    const before = this.#entries.length;
    this.#entries = this.#entries.filter((entry) => !expired(entry.atMs));
    for (const [signature, chance] of this.chances) {
      if (expired(chance.atMs)) {
        this.chances.delete(signature);
      }
    }
    if (this.stop !== undefined && expired(this.stop.atMs)) {
      this.stop = undefined;
    }
    return before - this.#entries.length;
  }

  /** True when a warning about this pattern is due: the first time, and then each time the count has doubled. */
  warningDue(pattern: string, count: number): boolean {
    const last = this.#warnedAt.get(pattern);
    if (last !== undefined && count > last && count < 2 * last) {
      return false;
    }
    this.#warnedAt.set(pattern, count);
    return true;
  }

  /** Forgets everything that counts towards a loop; counts and chat settings stay. */
  clear(): void {
    this.#entries = [];
    this.chances.clear();
    this.#verdicts.clear();
    this.#warnedAt.clear();
    this.stop = undefined;
  }

  add(count: keyof Counts): void {
    this.counts = { ...this.counts, [count]: this.counts[count] + 1 };
  }

  setOverride(values: EngineValues): void {
    this.overrides = { ...this.overrides, ...values };
  }

  unsetOverride(key: EngineKey): void {
    const { [key]: _removed, ...rest } = this.overrides;
    this.overrides = rest;
  }
}
