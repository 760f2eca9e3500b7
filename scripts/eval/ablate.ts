/** What each pattern gives and costs: the sets are replayed without it. */
import type { Pattern } from '../../src/engine/facts/patterns/pattern';
import { PATTERN_SUBJECTS } from '../patternSubjects';
import type { DataSet } from './dataSet';
import { groupBy } from './group';
import { type Firing, key } from './score';
import { simulate } from './simulate';
import { type Episode, readCandidates, readEpisodes, readSessions, type Session } from './traces';
import { isInLoop, type Verdict, verdicts } from './verdict';

interface Watch {
  off: ReadonlySet<string>;
  readonly seen: Set<string>;
}

/** Gains (`+`) and losses (`-`) without a row, by `loop warn`, `wrong block`, and so on. */
type Changes = Map<string, number>;

export async function ablationReport(sets: readonly DataSet[]): Promise<string> {
  const watch: Watch = { off: new Set(), seen: new Set() };
  const watched = PATTERN_SUBJECTS.flatMap(({ patterns }) =>
    patterns.rows.map(([id, pattern]) => {
      (pattern as { match: RegExp }).match = watchedMatch(id, pattern, watch);
      return id;
    }),
  );
  const sessionsOf = new Map<string, Map<string, number>>(watched.map((id) => [id, new Map()]));
  const accounts = new Map<string, Changes>();
  for (const { directory, kind, name } of sets) {
    const episodes = await readEpisodes(directory);
    const ownEpisodes = groupBy(episodes, key);
    const verdictAt = verdicts(kind, episodes, kind === 'labelled' ? await readCandidates(directory) : []);
    for await (const session of readSessions(directory)) {
      const loops = (ownEpisodes.get(key(session)) ?? []).filter(({ label }) => label === 'stuck');
      const place = `${name} ${session.source}`;
      watch.seen.clear();
      const usual = firingsWithout([], session, watch);
      const rows = watched.filter((id) => watch.seen.has(id));
      rows.forEach((id) => sessionsOf.get(id)?.set(place, (sessionsOf.get(id)?.get(place) ?? 0) + 1));
      for (const [id, firings] of rowsThatMatter(rows, session, usual, watch)) {
        const changes = accounts.get(`${id}, ${place}`) ?? (new Map() as Changes);
        accounts.set(`${id}, ${place}`, changes);
        addChanges(changes, [usual, firings], loops, (index) => verdictAt(session, index));
      }
    }
  }
  return watched
    .map((id) => {
      const places = [...(sessionsOf.get(id) ?? [])].map(([place, sessions]) => {
        const changes = [...(accounts.get(`${id}, ${place}`) ?? [])].toSorted();
        const what = changes.map(([change, count]) => `${change} ${count}`);
        return `\n  ${place}: ${[`${sessions} sessions`, ...what].join(', ')}`;
      });
      return `${id}${places.length === 0 ? ': never matches' : places.join('')}`;
    })
    .join('\n');
}

/** A copy of a row's expression that can be switched off. Patterns joined by `anyOf` don't notice. */
function watchedMatch(id: string, { match }: Pattern, watch: Watch): RegExp {
  const copy = new RegExp(match.source, match.flags);
  const original = copy.exec.bind(copy);
  copy.exec = (text) => {
    const found = watch.off.has(id) ? null : original(text);
    if (found !== null) {
      watch.seen.add(id);
    }
    return found;
  };
  return copy;
}

function firingsWithout(off: readonly string[], session: Session, watch: Watch): Firing[] {
  watch.off = new Set(off);
  return simulate(session);
}

/** Rows that change a session's verdicts: half of them are left out, then half of those, and so on. */
function rowsThatMatter(
  rows: readonly string[],
  session: Session,
  usual: readonly Firing[],
  watch: Watch,
): (readonly [id: string, firings: Firing[]])[] {
  const [first] = rows;
  const firings = first === undefined ? usual : firingsWithout(rows, session, watch);
  if (first === undefined || textOf(firings) === textOf(usual)) {
    return [];
  }
  if (rows.length === 1) {
    return [[first, [...firings]]];
  }
  const middle = Math.ceil(rows.length / 2);
  const halves = [rows.slice(0, middle), rows.slice(middle)];
  return halves.flatMap((half) => rowsThatMatter(half, session, usual, watch));
}

function textOf(firings: readonly Firing[]): string {
  return firings.map(({ index, severity }) => `${index} ${severity}`).join();
}

function addChanges(
  changes: Changes,
  [before, after]: readonly [readonly Firing[], readonly Firing[]],
  loops: readonly Episode[],
  verdictAt: (index: number) => Verdict,
): void {
  const [had, has] = [before, after].map((firings) => {
    const found = loops.flatMap((loop) => {
      const own = firings.filter(({ index }) => isInLoop(loop, index));
      return own.map(({ severity }) => `loop ${severity} ${loop.ep}`);
    });
    const others = firings.filter(({ index }) => verdictAt(index) !== 'right');
    return new Set([...found, ...others.map(({ index, severity }) => `${verdictAt(index)} ${severity} ${index}`)]);
  }) as [Set<string>, Set<string>];
  const count = (sign: string, these: Set<string>, those: Set<string>): void => {
    for (const item of [...these].filter((each) => !those.has(each))) {
      const what = `${sign}${item.split(' ').slice(0, 2).join(' ')}`;
      changes.set(what, (changes.get(what) ?? 0) + 1);
    }
  };
  count('-', had, has);
  count('+', has, had);
}
