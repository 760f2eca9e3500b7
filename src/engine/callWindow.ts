import { isPastUse, passedBy } from './argumentUse';
import type { Call, FileContent } from './call';
import { ANSWERED, CallRows, PACKED } from './callRows';
import { addToRounds, groupedByRound, type GrowingRound, type Round } from './detectors/rounds';
import { upperBits } from './digestBits';
import { windowEntry } from './entry';
import { leaveArguments, pack, unpacked } from './packedCall';
import { sharedOutcome } from './sharedOutcome';
import { changesWith } from './traits';
import { WindowGlance } from './windowGlance';
import type { RecordedOutcome, WindowEntry } from './window';

/** After so many calls for which nobody asked for the calls before, these are packed again. */
const QUIET_CALLS = 8;

/** So many tools are named before those of forgotten calls are forgotten too. */
const MOST_NAMES = 256;

/**
 * The calls since the last real user message, oldest first: what new calls are judged by.
 *
 * They are kept packed as numbers, which tell of most new calls that they have nothing to do with them. When more is
 * asked, they are unpacked, and stay so as long as somebody goes on asking.
 */
export class CallWindow {
  readonly #rows = new CallRows();
  readonly #glance = new WindowGlance(this.#rows);
  /** The calls as such, while they are unpacked. */
  #entries: WindowEntry[] | undefined;
  /** The entries as rounds, from the first time that somebody asks for them. */
  #rounds: GrowingRound[] | undefined;
  #quietCalls = 0;
  /** The clock was set back between two of the calls. */
  #backwards = false;

  get length(): number {
    return this.#rows.length;
  }

  get entries(): readonly WindowEntry[] {
    this.#quietCalls = 0;
    return this.#unpacked();
  }

  /** The entries as rounds, oldest first; it grows with the next call. */
  get rounds(): readonly Round[] {
    this.#rounds ??= groupedByRound(this.entries);
    return this.#rounds;
  }

  /**
   * The calls that a new one is judged by: the last ones, none older than the TTL or dated far ahead by a clock since
   * set back.
   */
  history(windowSize: number, ttlSeconds: number, nowMs: number): readonly WindowEntry[] {
    const alive = this.#allAlive(nowMs, ttlSeconds)
      ? this.entries
      : this.entries.filter((entry) => !isExpired(ageFrom(entry), nowMs, ttlSeconds));
    return alive.length > windowSize ? alive.slice(-windowSize) : alive;
  }

  /**
   * What a glance tells of the calls that a new one is judged by.
   * @returns undefined when some of the calls here do not count, so that it takes a closer look
   */
  glance(windowSize: number, ttlSeconds: number, nowMs: number): WindowGlance | undefined {
    const allCount = !this.#rows.hasOdd && this.#rows.length <= windowSize && this.#allAlive(nowMs, ttlSeconds);
    return allCount ? this.#glance : undefined;
  }

  /** The ids of calls whose outcome is not known yet, moments left out. */
  get unanswered(): string[] {
    const ids: string[] = [];
    for (let at = 0; at < this.#rows.length; at++) {
      if (!this.#rows.is(at, ANSWERED) && (this.#rows.held(at) as WindowEntry).moment === undefined) {
        ids.push(this.#rows.id(at));
      }
    }
    return ids;
  }

  /** Takes note that the call runs; the oldest calls beyond the capacity are forgotten. */
  append(entry: WindowEntry, capacity: number): void {
    const rows = this.#rows;
    this.#backwards ||= rows.length > 0 && entry.atMs < rows.atMs(rows.length - 1);
    this.#forgetOldest(rows.length + 1 - capacity);
    if (rows.nameCount > Math.max(MOST_NAMES, 2 * capacity)) {
      this.#refill(this.#unpacked());
    }
    rows.push(entry, capacity);
    this.#entries?.push(entry);
    if (this.#rounds !== undefined) {
      addToRounds(this.#rounds, entry);
    }
    this.#quietCalls += 1;
    if (this.#entries !== undefined && this.#quietCalls > QUIET_CALLS) {
      this.#pack();
    }
  }

  /**
   * Finds a running call that another surface told of and this one has not seen yet, and notes that it has now: the
   * agent's hooks, a guarded model and a guarded tool may all see the same call, each under an id of its own.
   * @returns false when there is none
   */
  mergeSighting(signature: string, { id, surface }: Call): boolean {
    if (surface === undefined) {
      return false;
    }
    const key = upperBits(signature);
    for (let at = this.#rows.findKey(key); at >= 0; at = this.#rows.findKey(key, at)) {
      if (this.#rows.is(at, ANSWERED)) {
        continue;
      }
      const running = this.#rows.held(at) as WindowEntry;
      if (running.signature === signature && !running.seenBy.includes(surface) && !running.seenBy.includes(undefined)) {
        running.seenBy = [...running.seenBy, surface];
        running.callIds.push(id);
        return true;
      }
    }
    return false;
  }

  /**
   * Adds an outcome to its call. Only the surface that saw the call first is listened to: another may word the same
   * result otherwise, and then the next one would look new.
   * @param doneMs when it came, on the clock of the calls; undefined when nobody knows
   * @param contents what the files that it changed hold now, where that is known
   * @returns the call; undefined when it is unknown, false when it has an outcome already
   */
  setOutcome(
    callId: string,
    recorded: RecordedOutcome,
    doneMs?: number,
    contents?: readonly FileContent[],
  ): WindowEntry | false | undefined {
    const rows = this.#rows;
    const at = rows.findId(callId);
    if (at < 0 || rows.is(at, ANSWERED)) {
      return at < 0 ? undefined : false;
    }
    const entry = rows.held(at) as WindowEntry;
    entry.outcome = this.#entries === undefined ? recorded : sharedOutcome(recorded, this.#entries);
    entry.doneMs = doneMs;
    entry.changes = contents === undefined ? entry.changes : changesWith(entry.changes, contents);
    rows.look(at, entry);
    if (this.#entries === undefined) {
      pack(rows, at, entry, !isPastUse(entry));
      this.#leaveArguments(at);
    }
    return entry;
  }

  /** A call by the id that the surface which saw it first knows it by. */
  entryOf(callId: string): WindowEntry | undefined {
    const at = this.#rows.findId(callId);
    return at < 0 ? undefined : this.#entryAt(at);
  }

  /**
   * Forgets calls that are older than the TTL.
   * @returns how many
   */
  prune(nowMs: number, ttlSeconds: number): number {
    if (this.#allAlive(nowMs, ttlSeconds)) {
      return 0;
    }
    const before = this.#rows.length;
    if (!this.#backwards && this.#forgetExpiredFirst(nowMs, ttlSeconds)) {
      return before - this.#rows.length;
    }
    const alive = this.#unpacked().filter((entry) => !isExpired(ageFrom(entry), nowMs, ttlSeconds));
    this.#refill(alive);
    this.#backwards &&= alive.length > 0;
    return before - alive.length;
  }

  /** Copies of the calls, for {@link restore}. */
  snapshot(): WindowEntry[] {
    return Array.from({ length: this.#rows.length }, (_, at) => copyOf(this.#entryAt(at)));
  }

  /** Goes on where a snapshot was taken; the window must be empty. */
  restore(entries: readonly WindowEntry[]): void {
    entries.forEach((entry) => this.append(copyOf(entry), entries.length));
    this.#unpacked();
    this.#pack();
  }

  clear(): void {
    this.#rows.clear();
    this.#entries = undefined;
    this.#rounds = undefined;
    this.#backwards = false;
  }

  #entryAt(at: number): WindowEntry {
    return (
      this.#entries?.[at] ??
      (this.#rows.is(at, PACKED) ? unpacked(this.#rows, at) : (this.#rows.held(at) as WindowEntry))
    );
  }

  #unpacked(): WindowEntry[] {
    if (this.#entries === undefined) {
      const entries = Array.from({ length: this.#rows.length }, (_, at) => this.#entryAt(at));
      entries.forEach((entry, at) => this.#rows.setUnpacked(at, entry));
      this.#entries = entries;
    }
    return this.#entries;
  }

  #pack(): void {
    this.#entries?.forEach((entry, at) => {
      if (this.#rows.is(at, ANSWERED)) {
        pack(this.#rows, at, entry, !isPastUse(entry));
      }
    });
    this.#entries = undefined;
    this.#rounds = undefined;
    for (let at = 0; at < this.#rows.length; at++) {
      this.#leaveArguments(at);
    }
  }

  /** Lets go of arguments that nobody will ask for after this answered call. */
  #leaveArguments(at: number): void {
    for (const earlier of passedBy(this.#rows, at)) {
      leaveArguments(this.#rows, earlier);
    }
  }

  #refill(entries: WindowEntry[]): void {
    this.#rows.clear();
    entries.forEach((entry) => this.#rows.push(entry, entries.length));
    this.#entries = entries;
    this.#rounds = undefined;
  }

  #forgetOldest(count: number): void {
    for (let left = count; left > 0; left--) {
      this.#rows.shift();
      this.#entries?.shift();
      const [oldest] = this.#rounds ?? [];
      if (oldest !== undefined && oldest.length > 1) {
        oldest.shift();
      } else {
        this.#rounds?.shift();
      }
    }
  }

  /** @returns false, and nothing is forgotten, when others than the oldest calls have expired */
  #forgetExpiredFirst(nowMs: number, ttlSeconds: number): boolean {
    const rows = this.#rows;
    let expired = 0;
    for (let at = 0; at < rows.length; at++) {
      const doneMs = rows.doneMs(at);
      if (isExpired(Number.isNaN(doneMs) ? rows.atMs(at) : doneMs, nowMs, ttlSeconds)) {
        if (expired < at) {
          return false;
        }
        expired += 1;
      }
    }
    this.#forgetOldest(expired);
    return true;
  }

  /** Nothing has expired: told by the oldest and the newest call, as long as the clock goes forwards. */
  #allAlive(nowMs: number, ttlSeconds: number): boolean {
    const { length } = this.#rows;
    return (
      length === 0 ||
      (!this.#backwards &&
        !isExpired(this.#rows.atMs(0), nowMs, ttlSeconds) &&
        !isExpired(this.#rows.atMs(length - 1), nowMs, ttlSeconds))
    );
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
