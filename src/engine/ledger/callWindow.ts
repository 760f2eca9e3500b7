import type { Call, FileContent, RecordedOutcome } from '../facts/call';
import { succeeded } from '../facts/outcome';
import type { WindowEntry } from './entry';
import { changesWith, type NewCall } from '../facts/callFacts';
import { hasUsedLimit, SHARE_OF_LIMIT } from './waiting';

/** How many calls are known by their ID after they have left, so that a call seen twice is checked once. */
const KNOWN_AFTERWARDS = 100;

export class CallWindow {
  #entries: WindowEntry[] = [];
  #forgotten: readonly string[] = [];

  get entries(): readonly WindowEntry[] {
    return this.#entries;
  }

  /** The calls of this many of the newest rounds, none before a pause that was longer than the TTL. */
  history(rounds: number, ttlSeconds: number, nowMs: number): readonly WindowEntry[] {
    const entries = this.#entries;
    return entries.slice(Math.max(callsBeforePause(entries, nowMs, ttlSeconds), callsBeforeRounds(entries, rounds)));
  }

  get unanswered(): string[] {
    return this.#entries
      .filter(({ outcome, moment }) => outcome === undefined && moment === undefined)
      .map(({ id }) => id);
  }

  /**
   * By time alone: whether the call differs from those of the newest round, and comes too soon to be a reaction to one
   * of their results. For an identical call, time proves nothing: an agent may be fast.
   */
  isOfNewestRound(round: number, signature: string, atMs: number): boolean {
    const calls = this.#entries.slice(this.#entries.findLastIndex((entry) => entry.round !== round) + 1);
    if (calls.some((call) => call.signature === signature || call.moment !== undefined)) {
      return false;
    }
    // An answer without a time may have come long ago.
    const lastMs = Math.max(
      ...calls.map(({ outcome, atMs: askedMs, doneMs = Number.NaN }) => (outcome === undefined ? askedMs : doneMs)),
    );
    return calls.length > 0 && calls.length < MOST_CALLS && atMs - lastMs < LEAST_REACTION_MS;
  }

  /** A call that used up its own time limit, and now gets more time, is another call: it may come to an end. */
  identified(call: NewCall): NewCall {
    const { digest } = call.signature;
    const { limitMs = 0 } = call.facts;
    if (limitMs === 0) {
      return call;
    }
    const usedUp = this.#entries.flatMap((entry) =>
      entry.limitMs !== undefined &&
      entry.limitMs < SHARE_OF_LIMIT * limitMs &&
      entry.signature.startsWith(digest) &&
      (hasUsedLimit(entry) || entry.outcome?.isStated === true)
        ? [entry.limitMs]
        : [],
    );
    return usedUp.length === 0
      ? call
      : { ...call, signature: { ...call.signature, digest: `${digest}+${Math.max(...usedUp)}` } };
  }

  append(entry: WindowEntry, rounds: number): void {
    this.#entries.push(entry);
    this.#forget(callsBeforeRounds(this.#entries, rounds));
  }

  /**
   * Notes on a running call that another surface has reported that this one has now seen it, too: an agent's hooks, a
   * guarded model, and a guarded tool may all see the same call, each under its own ID.
   * @returns whether there is such a call
   */
  mergeDuplicateReport(signature: string, { surface }: Call): boolean {
    if (surface === undefined) {
      return false;
    }
    const running = this.#entries.findLast(
      (entry) =>
        entry.signature === signature &&
        entry.outcome === undefined &&
        entry.seenBy.length > 0 &&
        !entry.seenBy.includes(surface),
    );
    if (running === undefined) {
      return false;
    }
    running.seenBy = [...running.seenBy, surface];
    return true;
  }

  /**
   * Only the surface that saw the call first counts: another may word the same result differently, and the next one
   * would look new.
   * @param recorded undefined if nobody could see it
   * @returns the call; undefined if it is unknown, false if it has an outcome already, or nothing was seen
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
    const { signature } = entry;
    const before = recorded.isUnchanged === true && !recorded.isError ? this.#entries : [];
    const stoodFor = before.findLast(
      (other) => other.signature === signature && other.outcome !== undefined && succeeded(other.outcome),
    );
    entry.outcome = stoodFor?.outcome ?? recorded;
    entry.doneMs = doneMs;
    if (recorded.isCanceled === true) {
      entry.excused = true;
    }
    if (contents !== undefined) {
      entry.changes = changesWith(entry.changes, contents);
    }
    return entry;
  }

  entryOf(callId: string): WindowEntry | undefined {
    return this.#entries.findLast(({ id }) => id === callId);
  }

  /** Whether the call is here, or was among the last ones that were forgotten. */
  hasRun(callId: string): boolean {
    return this.entryOf(callId) !== undefined || this.#forgotten.includes(callId);
  }

  get forgotten(): readonly string[] {
    return this.#forgotten;
  }

  /** The newest calls in a row that are identical to the given one, across any pauses. */
  identicalAtEnd(signature: string): readonly WindowEntry[] {
    return this.#entries.slice(this.#entries.findLastIndex((entry) => entry.signature !== signature) + 1);
  }

  /** Forgets calls before a pause longer than the TTL, except identical ones at the end. Returns how many. */
  prune(nowMs: number, ttlSeconds: number, signature: string): number {
    const others = this.#entries.length - this.identicalAtEnd(signature).length;
    return this.#forget(Math.min(others, callsBeforePause(this.#entries, nowMs, ttlSeconds)));
  }

  snapshot(): WindowEntry[] {
    return this.#entries.map((entry) => ({ ...entry }));
  }

  restore(entries: readonly WindowEntry[]): void {
    this.#entries = entries.map((entry) => ({ ...entry }));
  }

  clear(): void {
    this.#entries = [];
    this.#forgotten = [];
  }

  #forget(count: number): number {
    if (count > 0) {
      const ids = this.#entries.splice(0, count).map(({ id }) => id);
      this.#forgotten = [...this.#forgotten, ...ids].slice(-KNOWN_AFTERWARDS);
    }
    return count;
  }
}

/**
 * A call that comes sooner after a result is no reaction to it: the model decided on both before. In recorded sessions,
 * 41 of 42,000 calls that began an answer came sooner, all in one agent with very fast models. Of 3,000 calls that
 * followed another one of their answer, 2,000 did.
 */
const LEAST_REACTION_MS = 1_000;

/** The most calls taken for one answer: 99% of the recorded ones have no more. */
const MOST_CALLS = 8;

/** How many of the oldest calls are in none of the newest rounds, or too many for that number of usual rounds. */
function callsBeforeRounds(entries: readonly WindowEntry[], rounds: number): number {
  let at = entries.length;
  for (let left = rounds; at > 0 && entries.length - at < rounds * MOST_CALLS; at--) {
    left -= entries[at - 1]?.round === entries[at]?.round ? 0 : 1;
    if (left < 0) {
      break;
    }
  }
  return at;
}

/** Also if the time is far ahead, because the clock was set back since. */
export function isExpired(atMs: number, nowMs: number, ttlSeconds: number): boolean {
  return Math.abs(nowMs - atMs) > ttlSeconds * 1000;
}

/**
 * How many of the oldest calls came before the last pause longer than the TTL. A pause lasts from the newest answer
 * until the next call, so the time that a tool takes is none. A clock set back by more than the TTL is a pause, too.
 */
function callsBeforePause(entries: readonly WindowEntry[], nowMs: number, ttlSeconds: number): number {
  const ttlMs = ttlSeconds * 1000;
  let before = 0;
  let lastMs = -Infinity;
  let answeredMs = Infinity;
  for (let at = 0; at <= entries.length; at++) {
    const { atMs, doneMs = atMs }: Pick<WindowEntry, 'atMs' | 'doneMs'> = entries[at] ?? { atMs: nowMs };
    if (atMs - answeredMs > ttlMs || lastMs - atMs > ttlMs) {
      before = at;
      answeredMs = Infinity;
    }
    answeredMs = answeredMs === Infinity ? doneMs : Math.max(answeredMs, doneMs);
    lastMs = atMs;
  }
  return before;
}
