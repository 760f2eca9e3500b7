import type { DataSet } from '../dataSet';
import { type Episode, readCandidates, readEpisodes, readSessions, type Session, type Span } from '../traces';

/** IDs begin with the data set, because two sets may have a session with the same source and ID. */
export interface Recordings {
  readonly sessions: readonly Session[];
  readonly episodes: readonly Episode[];
  readonly candidates: readonly Span[];
  /** IDs of sessions that were read from end to end. */
  readonly whole: ReadonlySet<string>;
}

export async function readRecordings(sets: readonly DataSet[]): Promise<Recordings> {
  const sessions: Session[] = [];
  const episodes: Episode[] = [];
  const candidates: Span[] = [];
  const whole = new Set<string>();
  for (const { name, kind, directory } of sets) {
    const own = <Of extends { readonly id: string }>(items: readonly Of[]): Of[] =>
      items.map((item) => ({ ...item, id: `${name}:${item.id}` }));
    const labelled = own(await readEpisodes(directory));
    episodes.push(...labelled);
    candidates.push(...(kind === 'whole' ? labelled : own(await readCandidates(directory))));
    for await (const session of readSessions(directory)) {
      const [renamed] = own([session]);
      sessions.push(renamed as Session);
      if (kind === 'whole') {
        whole.add((renamed as Session).id);
      }
    }
  }
  return { sessions, episodes, candidates, whole };
}
