import type { Call, FileContent } from './call';
import { ANSWERED } from './callFlags';
import { CallRows } from './callRows';
import { upperBits } from './digestBits';
import type { NewestRun } from './detectors/newestRun';
import type { Round } from './detectors/rounds';
import { windowEntry } from './entry';
import { callsBeforePause } from './expiry';
import { KeptCalls } from './keptCalls';
import { isOfNewestRound } from './sameAnswer';
import { changesWith } from './traits';
import type { UnpackedCalls } from './unpackedCalls';
import { WindowGlance } from './windowGlance';
import type { RecordedOutcome, WindowEntry } from './window';

/**
 * The calls since the last real user message, oldest first: what new calls are judged by.
 *
 * They are kept packed as numbers, which tell of most new calls that they have nothing to do with them. When more is
 * asked, they are unpacked, and stay so as long as somebody goes on asking.
 */
export class CallWindow {
  readonly #rows = new CallRows();
  readonly #calls: KeptCalls;
  readonly #glance = new WindowGlance(this.#rows);

  /** @param unpacked all windows of the guard that are unpacked */
  constructor(unpacked: UnpackedCalls) {
    this.#calls = new KeptCalls(this.#rows, unpacked);
  }

  get length(): number {
    return this.#rows.length;
  }

  get entries(): readonly WindowEntry[] {
    return this.#calls.entries;
  }

  /** The entries as rounds, oldest first; it grows with the next call. */
  get rounds(): readonly Round[] {
    return this.#calls.rounds;
  }

  /** See {@link NewestRun}. */
  get run(): NewestRun {
    return this.#calls.run;
  }

  /** The calls that a new one is judged by: the last ones, none before a pause that was longer than the TTL. */
  history(windowSize: number, ttlSeconds: number, nowMs: number): readonly WindowEntry[] {
    const { entries } = this;
    const first = Math.max(callsBeforePause(this.#rows, nowMs, ttlSeconds), entries.length - windowSize);
    return first > 0 ? entries.slice(first) : entries;
  }

  /**
   * What a glance tells of the calls that a new one is judged by.
   * @returns undefined when some of the calls here do not count, so that it takes a closer look
   */
  glance(windowSize: number, ttlSeconds: number, nowMs: number): WindowGlance | undefined {
    const rows = this.#rows;
    const allCount = !rows.hasOdd && rows.length <= windowSize && callsBeforePause(rows, nowMs, ttlSeconds) === 0;
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

  /** See {@link isOfNewestRound}. */
  isOfNewestRound(round: number, signature: string, atMs: number): boolean {
    return isOfNewestRound(this.#rows, round, upperBits(signature), atMs);
  }

  /** Takes note that the call runs; the oldest calls beyond the capacity are forgotten. */
  append(entry: WindowEntry, capacity: number): void {
    this.#calls.append(entry, capacity);
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
   * @param recorded undefined when nobody could see it
   * @param doneMs when it came, on the clock of the calls; undefined when nobody knows
   * @param contents what the files that it changed hold now, where that is known
   * @returns the call; undefined when it is unknown, false when it has an outcome already, or nothing was seen
   */
  setOutcome(
    callId: string,
    recorded: RecordedOutcome | undefined,
    doneMs?: number,
    contents?: readonly FileContent[],
  ): WindowEntry | false | undefined {
    const rows = this.#rows;
    const at = rows.findId(callId);
    if (at < 0 || rows.is(at, ANSWERED)) {
      return at < 0 ? undefined : false;
    }
    const entry = rows.held(at) as WindowEntry;
    if (recorded === undefined) {
      entry.unseen = true;
      return false;
    }
    entry.outcome = this.#calls.outcomeFor(recorded);
    entry.doneMs = doneMs;
    entry.excused ||= recorded.isCanceled;
    entry.changes = contents === undefined ? entry.changes : changesWith(entry.changes, contents);
    this.#calls.answered(at, entry);
    return entry;
  }

  /** A call by the id that the surface which saw it first knows it by. */
  entryOf(callId: string): WindowEntry | undefined {
    const at = this.#rows.findId(callId);
    return at < 0 ? undefined : this.#calls.at(at);
  }

  /**
   * Forgets calls before a pause that was longer than the TTL.
   * @returns how many
   */
  prune(nowMs: number, ttlSeconds: number): number {
    const forgotten = callsBeforePause(this.#rows, nowMs, ttlSeconds);
    this.#calls.forgetOldest(forgotten);
    return forgotten;
  }

  /** Copies of the calls, for {@link restore}. */
  snapshot(): WindowEntry[] {
    return Array.from({ length: this.#rows.length }, (_, at) => copyOf(this.#calls.at(at)));
  }

  /** Goes on where a snapshot was taken; the window must be empty. */
  restore(entries: readonly WindowEntry[]): void {
    entries.forEach((entry) => this.append(copyOf(entry), entries.length));
    this.#calls.unpacked();
    this.#calls.pack();
  }

  clear(): void {
    this.#calls.clear();
  }
}

function copyOf(entry: WindowEntry): WindowEntry {
  return windowEntry({ ...entry, callIds: [...entry.callIds] });
}
