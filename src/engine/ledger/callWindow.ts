import type { Call, FileContent } from '../facts/call';
import { windowEntry } from './entry';
import { callsBeforePause } from './expiry';
import { isOfNewestRound } from './newestRound';
import { changesWith } from '../facts/callFacts';
import type { RecordedOutcome } from '../facts/recordedOutcome';
import type { WindowEntry } from './entry';

/** The calls since the last real user message, oldest first: what new calls are judged by. */
export class CallWindow {
  #entries: WindowEntry[] = [];

  get length(): number {
    return this.#entries.length;
  }

  get entries(): readonly WindowEntry[] {
    return this.#entries;
  }

  /** The calls that a new one is judged by: the last ones, none before a pause that was longer than the TTL. */
  history(windowSize: number, ttlSeconds: number, nowMs: number): readonly WindowEntry[] {
    const entries = this.#entries;
    return entries.slice(Math.max(callsBeforePause(entries, nowMs, ttlSeconds), entries.length - windowSize));
  }

  /** The ids of calls whose outcome is not known yet, moments left out. */
  get unanswered(): string[] {
    return this.#entries
      .filter(({ outcome, moment }) => outcome === undefined && moment === undefined)
      .map(({ callIds: [id] }) => id as string);
  }

  /** See {@link isOfNewestRound}. */
  isOfNewestRound(round: number, signature: string, atMs: number): boolean {
    return isOfNewestRound(this.#entries, round, signature, atMs);
  }

  /** Takes note that the call runs; the oldest calls beyond the capacity are forgotten. */
  append(entry: WindowEntry, capacity: number): void {
    this.#entries.push(entry);
    this.#entries.splice(0, this.#entries.length - capacity);
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
    const running = this.#entries.findLast(
      (entry) =>
        entry.signature === signature &&
        entry.outcome === undefined &&
        !entry.seenBy.includes(surface) &&
        !entry.seenBy.includes(undefined),
    );
    if (running === undefined) {
      return false;
    }
    running.seenBy = [...running.seenBy, surface];
    running.callIds.push(id);
    return true;
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
    const entry = this.entryOf(callId);
    if (entry === undefined || entry.outcome !== undefined) {
      return entry && false;
    }
    if (recorded === undefined) {
      entry.unseen = true;
      return false;
    }
    entry.outcome = recorded;
    entry.doneMs = doneMs;
    entry.excused ||= recorded.isCanceled;
    entry.changes = contents === undefined ? entry.changes : changesWith(entry.changes, contents);
    return entry;
  }

  /** A call by the id that the surface which saw it first knows it by. */
  entryOf(callId: string): WindowEntry | undefined {
    return this.#entries.findLast(({ callIds: [id] }) => id === callId);
  }

  /**
   * Forgets calls before a pause that was longer than the TTL.
   * @returns how many
   */
  prune(nowMs: number, ttlSeconds: number): number {
    return this.#entries.splice(0, callsBeforePause(this.#entries, nowMs, ttlSeconds)).length;
  }

  /** Copies of the calls, for {@link restore}. */
  snapshot(): WindowEntry[] {
    return this.#entries.map(copyOf);
  }

  /** Goes on where a snapshot was taken. */
  restore(entries: readonly WindowEntry[]): void {
    this.#entries = entries.map(copyOf);
  }

  clear(): void {
    this.#entries = [];
  }
}

function copyOf(entry: WindowEntry): WindowEntry {
  return windowEntry({ ...entry, callIds: [...entry.callIds] });
}
