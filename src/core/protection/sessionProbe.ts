import { RecentMap } from '../../engine/values/boundedMap';
import type { Translate } from '../words/language';
import { shownChat } from '../words/loopTexts';

/** `elsewhere`: a hook without a window. */
type ProbedJudge = 'window' | 'elsewhere';

export interface SeenCall {
  /** Sessions whose files record calls. */
  readonly type: 'copilot' | 'claude';
  readonly sessionId: string;
  readonly folder: string | undefined;
  /** The user's first message. May hold secrets. */
  readonly prompt: string | undefined;
  readonly atMs: number;
}

export interface SeenSession extends Pick<SeenCall, 'type' | 'sessionId' | 'prompt'> {
  /** Who checked its latest calls; undefined: nobody. */
  readonly judge: ProbedJudge | undefined;
  readonly lastAtMs: number;
}

export function sessionName(
  { type, sessionId, prompt }: Pick<SeenSession, 'type' | 'sessionId' | 'prompt'>,
  translate: Translate,
): string {
  const agent = type === 'copilot' ? 'Copilot' : 'Claude';
  return prompt === undefined
    ? translate('{agent} session {id}', { agent, id: sessionId.slice(0, 8) })
    : translate('{agent} session "{chat}"', { agent, chat: shownChat(prompt) });
}

/** The most time between a call in a session's file and its hook's question. */
export const GRACE_MS = 10_000;

/** Records of other hooks are read only every few seconds. */
const GRACE_ELSEWHERE_MS = 2 * GRACE_MS;

const REMEMBERED_SESSIONS = 200;
const REMEMBERED_QUESTIONS = 500;

interface Question {
  readonly judge: ProbedJudge;
  readonly atMs: number;
}

/** Only questions count: a hook that runs and asks nobody leaves no trace in a session's file. */
export class SessionProbe {
  readonly #questions = new RecentMap<string, Question[]>(REMEMBERED_SESSIONS);
  readonly #undecided = new RecentMap<string, SeenCall[]>(REMEMBERED_SESSIONS);
  readonly #sessions = new RecentMap<string, SeenSession>(REMEMBERED_SESSIONS);

  #listeningSinceMs: number | undefined;

  /** Undefined while hooks can't reach this window. */
  get listeningSinceMs(): number | undefined {
    return this.#listeningSinceMs;
  }

  listens(atMs: number): void {
    this.#listeningSinceMs = atMs;
  }

  asked(sessionId: string, atMs: number, judge: ProbedJudge = 'window'): void {
    const questions = this.#questions.get(sessionId) ?? [];
    const isKnown = judge !== 'window' && questions.some((known) => known.judge === judge && known.atMs === atMs);
    if (!isKnown) {
      this.#questions.set(sessionId, [...questions, { judge, atMs }].slice(-REMEMBERED_QUESTIONS));
    }
  }

  isAskedAbout(sessionId: string): boolean {
    return this.#questions.peek(sessionId) !== undefined;
  }

  seen(call: SeenCall): void {
    this.#undecided.set(call.sessionId, [...(this.#undecided.get(call.sessionId) ?? []), call]);
  }

  /** The latest first. */
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

  /** False while this window may still be asked about the call. */
  #decide(call: SeenCall, nowMs: number): boolean {
    const judge = this.#judgeOf(call);
    if (judge !== 'window' && nowMs - call.atMs <= GRACE_MS) {
      return false;
    }
    const { type, sessionId, prompt, atMs } = call;
    const known = this.#sessions.get(sessionId);
    if (known === undefined || atMs >= known.lastAtMs) {
      this.#sessions.set(sessionId, { type, sessionId, prompt, judge, lastAtMs: atMs });
    }
    return true;
  }

  /** This window first: its questions are certain. */
  #judgeOf({ sessionId, atMs }: SeenCall): ProbedJudge | undefined {
    const questions = this.#questions.get(sessionId) ?? [];
    const isNear = ({ judge, atMs: askedMs }: Question): boolean =>
      Math.abs(askedMs - atMs) <= (judge === 'window' ? GRACE_MS : GRACE_ELSEWHERE_MS);
    const near = new Set(questions.filter(isNear).map(({ judge }) => judge));
    return (['window', 'elsewhere'] as const).find((judge) => near.has(judge));
  }
}
