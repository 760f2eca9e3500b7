/** The score of whole sessions: a firing is right in a stuck episode, ignored in an unclear one, wrong elsewhere. */
import { groupBy } from './group';
import { isAtLeast, key, type Severity, type SessionFirings, type Share } from './score';
import type { Episode } from './traces';
import { isInLoop } from './verdict';

export interface WrongFiring {
  readonly source: string;
  readonly id: string;
  readonly index: number;
  readonly detector: string;
}

export interface SessionScore {
  readonly sessions: number;
  readonly wrongSessions: number;
  readonly wrongFirings: readonly WrongFiring[];
  readonly recall: Share;
  readonly missed: readonly Episode[];
}

export function perThousandSessions({ sessions, wrongSessions }: SessionScore): number {
  return sessions === 0 ? 0 : (1000 * wrongSessions) / sessions;
}

export function sessionScore(
  sessions: readonly SessionFirings[],
  episodes: readonly Episode[],
  severity: Severity,
): SessionScore {
  const bySession = groupBy(episodes, key);
  const wrongFirings: WrongFiring[] = [];
  const found = new Set<Episode>();
  let stuck = 0;
  const missed: Episode[] = [];
  for (const session of sessions) {
    const own = bySession.get(key(session)) ?? [];
    for (const { index, severity: fired, detector } of session.firings) {
      if (!isAtLeast(fired, severity)) {
        continue;
      }
      const right = own.filter((episode) => isInLoop(episode, index));
      right.forEach((episode) => found.add(episode));
      if (right.length === 0 && !own.some((episode) => isUnclear(episode, index))) {
        wrongFirings.push({ source: session.source, id: session.id, index, detector });
      }
    }
    const loops = own.filter(({ label }) => label === 'stuck');
    stuck += loops.length;
    missed.push(...loops.filter((episode) => !found.has(episode)));
  }
  return {
    sessions: sessions.length,
    wrongSessions: new Set(wrongFirings.map(key)).size,
    wrongFirings,
    recall: { hit: found.size, of: stuck },
    missed,
  };
}

function isUnclear({ label, start, end }: Episode, index: number): boolean {
  return label === 'unclear' && index >= start && index <= end;
}
