/** Runs judges on sessions, and reads each session once. */
import { type StoppedSession, stoppedSession } from './refusedNews';
import type { SessionFirings } from './score';
import type { Judge } from './judges';
import { readSessions } from './traces';

export type JudgedSession = SessionFirings & {
  readonly stopped: StoppedSession | undefined;
};

export interface Judged {
  readonly judge: Judge;
  readonly sessions: readonly JudgedSession[];
}

export async function collect(directory: string, judges: readonly Judge[]): Promise<Judged[]> {
  const judged = judges.map((judge) => ({ judge, sessions: [] as JudgedSession[] }));
  for await (const session of readSessions(directory)) {
    const { source, id, calls } = session;
    for (const { judge, sessions } of judged) {
      const firings = judge.judge(session);
      const stopped = stoppedSession(session, firings);
      sessions.push({ source, id, calls: calls.length, firings, stopped });
    }
  }
  return judged;
}
