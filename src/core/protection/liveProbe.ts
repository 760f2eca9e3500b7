import { RecentMap } from '../../engine/values/boundedMap';

/** Who was asked about the calls of a session: this window, or another one, or a hook that found none. */
export type ProbedJudge = 'window' | 'elsewhere';

/** Kinds of sessions whose files tell of their calls. */
export type SeenType = 'copilot' | 'claude';

/** The agent of such sessions, by the name of the product, which is the same in every language. */
export function agentName(type: SeenType): string {
  return type === 'copilot' ? 'Copilot' : 'Claude';
}

/** A call that the file of a session tells of. */
export interface SeenCall {
  readonly type: SeenType;
  readonly sessionId: string;
  /** Where the session works; undefined where its file does not tell. */
  readonly folder: string | undefined;
  readonly atMs: number;
}

/** A session that was seen to call tools. */
export interface SeenSession extends Pick<SeenCall, 'type' | 'sessionId'> {
  /** Who was asked about its latest calls; undefined: nobody. */
  readonly judge: ProbedJudge | undefined;
  readonly lastAtMs: number;
}

/** How far apart a call in a session's file and the question of its hook may be. */
export const GRACE_MS = 10_000;

/** Signs that somebody else was asked are read from files every few seconds, and written no more often. */
const GRACE_ELSEWHERE_MS = 2 * GRACE_MS;

const REMEMBERED_SESSIONS = 200;
const REMEMBERED_QUESTIONS = 500;

interface Question {
  readonly judge: ProbedJudge;
  readonly atMs: number;
}

/**
 * Compares the calls of sessions, as their files tell them, with the questions that hooks have asked this window, and
 * with what others leave behind who were asked. A hook that is started and asks nobody shows in a session's file like
 * any other, so only the questions count.
 */
export class LiveProbe {
  readonly #questions = new RecentMap<string, Question[]>(REMEMBERED_SESSIONS);
  readonly #undecided = new RecentMap<string, SeenCall[]>(REMEMBERED_SESSIONS);
  readonly #sessions = new RecentMap<string, SeenSession>(REMEMBERED_SESSIONS);

  #listeningSinceMs: number | undefined;

  /** Since when hooks reach this window; undefined while they do not. */
  get listeningSinceMs(): number | undefined {
    return this.#listeningSinceMs;
  }

  /** When this window was last asked about each session. */
  get askedHere(): ReadonlyMap<string, number> {
    const last = new Map<string, number>();
    for (const [sessionId, questions] of this.#questions) {
      const atMs = questions.findLast(({ judge }) => judge === 'window')?.atMs;
      if (atMs !== undefined) {
        last.set(sessionId, atMs);
      }
    }
    return last;
  }

  /** Hooks reach this window from now on. */
  listens(atMs: number): void {
    this.#listeningSinceMs = atMs;
  }

  /** A hook asked somebody about a session. */
  asked(sessionId: string, atMs: number, judge: ProbedJudge = 'window'): void {
    const questions = this.#questions.get(sessionId) ?? [];
    const isKnown = judge !== 'window' && questions.some((known) => known.judge === judge && known.atMs === atMs);
    if (!isKnown) {
      this.#questions.set(sessionId, [...questions, { judge, atMs }].slice(-REMEMBERED_QUESTIONS));
    }
  }

  /** Whether a hook has asked somebody about a session. */
  isAskedAbout(sessionId: string): boolean {
    return this.#questions.peek(sessionId) !== undefined;
  }

  /** A call was seen in the file of a session. */
  seen(call: SeenCall): void {
    this.#undecided.set(call.sessionId, [...(this.#undecided.get(call.sessionId) ?? []), call]);
  }

  /**
   * The sessions that were seen at work, the latest first, and who was asked about their latest calls.
   * @param nowMs it is decided that this window was not asked about a call once a question about it can no longer come
   */
  sessions(nowMs: number): readonly SeenSession[] {
    for (const sessionId of [...this.#undecided.keys()]) {
      const calls = this.#undecided.get(sessionId) ?? [];
      const left = calls.filter((call) => !this.#decide(call, nowMs));
      if (left.length === 0) {
        this.#undecided.delete(sessionId);
      } else {
        this.#undecided.set(sessionId, left);
      }
    }
    return this.#sessions.latestFirst
      .map(([, session]) => session)
      .toSorted((one, other) => other.lastAtMs - one.lastAtMs);
  }

  /** @returns false while a question about the call may still come to this window */
  #decide(call: SeenCall, nowMs: number): boolean {
    const judge = this.#judgeOf(call);
    if (judge !== 'window' && nowMs - call.atMs <= GRACE_MS) {
      return false;
    }
    const { type, sessionId, atMs } = call;
    const known = this.#sessions.get(sessionId);
    if (known === undefined || atMs >= known.lastAtMs) {
      this.#sessions.set(sessionId, { type, sessionId, judge, lastAtMs: atMs });
    }
    return true;
  }

  /** Whoever was asked here is known for sure, so this window goes before the others. */
  #judgeOf({ sessionId, atMs }: SeenCall): ProbedJudge | undefined {
    const questions = this.#questions.get(sessionId) ?? [];
    const isNear = ({ judge, atMs: askedMs }: Question): boolean =>
      Math.abs(askedMs - atMs) <= (judge === 'window' ? GRACE_MS : GRACE_ELSEWHERE_MS);
    const near = new Set(questions.filter(isNear).map(({ judge }) => judge));
    return (['window', 'elsewhere'] as const).find((judge) => near.has(judge));
  }
}
