import { LRUCache } from 'lru-cache';

/** A call that the file of a session tells of. */
export interface SeenCall {
  readonly sessionId: string;
  /** Where the session works; undefined where its file does not tell. */
  readonly folder: string | undefined;
  readonly model: string | undefined;
  readonly tool: string;
  readonly atMs: number;
}

/** A session that made calls without any hook asking this window. */
export interface UnseenSession {
  readonly sessionId: string;
  readonly folder: string | undefined;
  readonly model: string | undefined;
  /** How many calls no hook asked about. */
  readonly calls: number;
  readonly lastAtMs: number;
}

/** How far apart a call in a session's file and the question of its hook may be. */
export const GRACE_MS = 10_000;

const REMEMBERED_SESSIONS = 200;
const REMEMBERED_QUESTIONS = 500;

/**
 * Compares the calls of sessions, as their files tell them, with the questions that hooks have asked this window. A
 * hook that is started and asks nobody shows in a session's file like any other, so only the questions count.
 */
export class LiveProbe {
  readonly #questions = new LRUCache<string, number[]>({ max: REMEMBERED_SESSIONS });
  readonly #unjudged = new LRUCache<string, SeenCall[]>({ max: REMEMBERED_SESSIONS });
  readonly #unseen = new LRUCache<string, UnseenSession>({ max: REMEMBERED_SESSIONS });
  readonly #lastSeenAt = new LRUCache<string, number>({ max: REMEMBERED_SESSIONS });

  #listeningSinceMs: number | undefined;

  /** Since when hooks reach this window; undefined while they do not. */
  get listeningSinceMs(): number | undefined {
    return this.#listeningSinceMs;
  }

  /** Hooks reach this window from now on. */
  listens(atMs: number): void {
    this.#listeningSinceMs = atMs;
  }

  /** A hook asked this window about a session. */
  asked(sessionId: string, atMs: number): void {
    const questions = this.#questions.get(sessionId) ?? [];
    questions.push(atMs);
    this.#questions.set(sessionId, questions.slice(-REMEMBERED_QUESTIONS));
  }

  /** A call was seen in the file of a session. */
  seen(call: SeenCall): void {
    this.#unjudged.set(call.sessionId, [...(this.#unjudged.get(call.sessionId) ?? []), call]);
  }

  /**
   * The sessions whose latest calls no hook asked about, the latest first. A session that is asked about again is no
   * longer among them.
   * @param nowMs a call is judged once a question about it can no longer come
   */
  unseen(nowMs: number): readonly UnseenSession[] {
    for (const sessionId of [...this.#unjudged.keys()]) {
      const calls = this.#unjudged.get(sessionId) ?? [];
      const due = calls.filter(({ atMs }) => nowMs - atMs > GRACE_MS);
      due.forEach((call) => this.#judge(call));
      const left = calls.filter((call) => !due.includes(call));
      if (left.length === 0) {
        this.#unjudged.delete(sessionId);
      } else {
        this.#unjudged.set(sessionId, left);
      }
    }
    return [...this.#unseen.values()].toSorted((one, other) => other.lastAtMs - one.lastAtMs);
  }

  #judge(call: SeenCall): void {
    const { sessionId, folder, model, atMs } = call;
    if (atMs < (this.#lastSeenAt.get(sessionId) ?? 0)) {
      return;
    }
    this.#lastSeenAt.set(sessionId, atMs);
    const wasAsked = this.#questions.get(sessionId)?.some((askedMs) => Math.abs(askedMs - atMs) <= GRACE_MS) ?? false;
    if (wasAsked) {
      this.#unseen.delete(sessionId);
      return;
    }
    const calls = (this.#unseen.get(sessionId)?.calls ?? 0) + 1;
    this.#unseen.set(sessionId, { sessionId, folder, model, calls, lastAtMs: atMs });
  }
}
