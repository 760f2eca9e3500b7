import type { Call } from './call';
import { addToRounds, groupedByRound, type GrowingRound, type Round } from './detectors/rounds';
import { windowEntry } from './entry';
import { sharedOutcome } from './sharedOutcome';
import type { RecordedOutcome, WindowEntry } from './window';

/** The calls since the last real user message, oldest first: what new calls are judged by. */
export class CallWindow {
  #entries: WindowEntry[] = [];
  /** The entries as rounds, from the first time that somebody asks for them. */
  #rounds: GrowingRound[] | undefined;
  /** The clock was set back between two of the calls. */
  #backwards = false;

  get entries(): readonly WindowEntry[] {
    return this.#entries;
  }

  /** The entries as rounds, oldest first; it grows with the next call. */
  get rounds(): readonly Round[] {
    this.#rounds ??= groupedByRound(this.#entries);
    return this.#rounds;
  }

  /**
   * The calls that a new one is judged by: the last ones, none older than the TTL or dated far ahead by a clock since
   * set back.
   */
  history(windowSize: number, ttlSeconds: number, nowMs: number): readonly WindowEntry[] {
    const alive = this.#allAlive(nowMs, ttlSeconds)
      ? this.#entries
      : this.#entries.filter((entry) => !isExpired(ageFrom(entry), nowMs, ttlSeconds));
    return alive.length > windowSize ? alive.slice(-windowSize) : alive;
  }

  /** Takes note that the call runs; the oldest calls beyond the capacity are forgotten. */
  append(entry: WindowEntry, capacity: number): void {
    this.#backwards ||= entry.atMs < (this.#entries.at(-1)?.atMs ?? entry.atMs);
    this.#entries.push(entry);
    if (this.#rounds !== undefined) {
      addToRounds(this.#rounds, entry);
    }
    while (this.#entries.length > capacity) {
      this.#entries.shift();
      const [oldest] = this.#rounds ?? [];
      if (oldest !== undefined && oldest.length > 1) {
        oldest.shift();
      } else {
        this.#rounds?.shift();
      }
    }
  }

  /**
   * Finds a running call that another surface told of and this one has not seen yet, and notes that it has now: the
   * agent's hooks, a guarded model and a guarded tool may all see the same call, each under an id of its own.
   * @returns false when there is none
   */
  mergeSighting(signature: string, { id, surface }: Call): boolean {
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
    if (running !== undefined) {
      running.seenBy = [...running.seenBy, surface];
      running.callIds.push(id);
    }
    return running !== undefined;
  }

  /**
   * Adds an outcome to its call. Only the surface that saw the call first is listened to: another may word the same
   * result otherwise, and then the next one would look new.
   * @param doneMs when it came, on the clock of the calls; undefined when nobody knows
   * @returns undefined when the call is unknown, false when it has an outcome already
   */
  setOutcome(callId: string, recorded: RecordedOutcome, doneMs?: number): boolean | undefined {
    const entry = this.entryOf(callId);
    if (entry === undefined || entry.outcome !== undefined) {
      return entry === undefined ? undefined : false;
    }
    entry.outcome = sharedOutcome(recorded, this.#entries);
    entry.doneMs = doneMs;
    return true;
  }

  /** A call by the id that the surface which saw it first knows it by. */
  entryOf(callId: string): WindowEntry | undefined {
    return this.#entries.findLast((entry) => entry.callIds[0] === callId);
  }

  /**
   * Forgets calls that are older than the TTL.
   * @returns how many
   */
  prune(nowMs: number, ttlSeconds: number): number {
    if (this.#allAlive(nowMs, ttlSeconds)) {
      return 0;
    }
    const before = this.#entries.length;
    this.#rounds = undefined;
    this.#entries = this.#entries.filter((entry) => {
      return !isExpired(ageFrom(entry), nowMs, ttlSeconds);
    });
    this.#backwards &&= this.#entries.length > 0;
    return before - this.#entries.length;
  }

  /** Copies of the calls, for {@link restore}. */
  snapshot(): WindowEntry[] {
    return this.#entries.map(copyOf);
  }

  /** Goes on where a snapshot was taken; the window must be empty. */
  restore(entries: readonly WindowEntry[]): void {
    entries.forEach((entry) => this.append(copyOf(entry), entries.length));
  }

  clear(): void {
    this.#entries = [];
    this.#rounds = undefined;
    this.#backwards = false;
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
}

/** A call counts from its answer on: a wait of minutes would forget itself otherwise. */
function ageFrom({ atMs, doneMs }: WindowEntry): number {
  return doneMs ?? atMs;
}

/** A time far ahead has expired too: the clock was set back since. */
export function isExpired(atMs: number, nowMs: number, ttlSeconds: number): boolean {
  return Math.abs(nowMs - atMs) > ttlSeconds * 1000;
}

function copyOf(entry: WindowEntry): WindowEntry {
  return windowEntry({ ...entry, callIds: [...entry.callIds] });
}
