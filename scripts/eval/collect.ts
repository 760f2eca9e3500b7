/** Has sessions judged, reading each of them once. */
import { type StoppedSession, stoppedSession } from './refusedNews';
import { turnsOf } from './savings';
import type { SessionFirings } from './score';
import type { Judge } from './judges';
import { readSessions } from './traces';

/** The labels of a session, with what the scores need to know about it. */
export type JudgedSession = SessionFirings & {
  readonly turns: readonly number[];
  /** Undefined where nothing was stopped. */
  readonly stopped: StoppedSession | undefined;
};

export interface Judged {
  readonly judge: Judge;
  readonly sessions: readonly JudgedSession[];
}

/** @returns one entry for each judge, in their order */
export async function collect(directory: string, judges: readonly Judge[]): Promise<Judged[]> {
  const judged = judges.map((judge) => ({ judge, sessions: [] as JudgedSession[] }));
  for await (const session of readSessions(directory)) {
    const { source, id, calls } = session;
    for (const { judge, sessions } of judged) {
      const firings = judge.judge(session);
      const stopped = stoppedSession(session, firings);
      sessions.push({ source, id, calls: calls.length, firings, turns: turnsOf(session), stopped });
    }
  }
  return judged;
}
