/** What each pattern gives and costs: the sets are replayed without it. */
import type { DataSet } from './dataSet';
import { groupBy } from './group';
import { ROW_IDS, watching } from './patternRows';
import { type Firing, key } from './score';
import { simulate } from './simulate';
import { type Episode, readCandidates, readEpisodes, readSessions, type Session } from './traces';
import { isInLoop, type Verdict, verdicts } from './verdict';

/** A session in which the row matched, or what is gained (`+`) or lost (`-`) without the row, such as `-loop warn`. */
interface Change {
  readonly id: string;
  readonly place: string;
  readonly what: string;
}

export async function ablationReport(sets: readonly DataSet[]): Promise<string> {
  const all: Change[] = [];
  for (const { directory, kind, name } of sets) {
    const episodes = await readEpisodes(directory);
    const ownEpisodes = groupBy(episodes, key);
    const verdictAt = verdicts(kind, episodes, kind === 'labelled' ? await readCandidates(directory) : []);
    for await (const session of readSessions(directory)) {
      const loops = (ownEpisodes.get(key(session)) ?? []).filter(({ label }) => label === 'stuck');
      const place = `${name} ${session.source}`;
      const { result: usual, matched } = watching(() => simulate(session));
      all.push(...matched.map((id) => ({ id, place, what: 'sessions' })));
      for (const [id, firings] of rowsThatMatter(matched, session, usual)) {
        const changes = changesBetween(usual, firings, loops, (index) => verdictAt(session, index));
        all.push(...changes.map((what) => ({ id, place, what })));
      }
    }
  }
  const byRow = groupBy(all, ({ id }) => id);
  return ROW_IDS.map((id) => {
    const places = [...groupBy(byRow.get(id) ?? [], ({ place }) => place)].map(([place, changes]) => {
      const counts = [...groupBy(changes, ({ what }) => what)].map(([what, { length }]) => `${what} ${length}`);
      return `\n  ${place}: ${counts.sort().reverse().join(', ')}`;
    });
    return `${id}${places.length === 0 ? ': never matches' : places.join('')}`;
  }).join('\n');
}

/** Rows that change a session's verdicts: half of them are left out, then half of those, and so on. */
function rowsThatMatter(
  rows: readonly string[],
  session: Session,
  usual: readonly Firing[],
): (readonly [id: string, firings: readonly Firing[]])[] {
  const [first] = rows;
  const firings = first === undefined ? usual : watching(() => simulate(session), rows).result;
  if (first === undefined || textOf(firings) === textOf(usual)) {
    return [];
  }
  if (rows.length === 1) {
    return [[first, firings]];
  }
  const middle = Math.ceil(rows.length / 2);
  const halves = [rows.slice(0, middle), rows.slice(middle)];
  return halves.flatMap((half) => rowsThatMatter(half, session, usual));
}

function textOf(firings: readonly Firing[]): string {
  return firings.map(({ index, severity }) => `${index} ${severity}`).join();
}

function changesBetween(
  before: readonly Firing[],
  after: readonly Firing[],
  loops: readonly Episode[],
  verdictAt: (index: number) => Verdict,
): string[] {
  const effectsOf = (firings: readonly Firing[]): Set<string> => {
    const found = loops.flatMap((loop) => {
      const own = firings.filter(({ index }) => isInLoop(loop, index));
      return own.map(({ severity }) => `loop ${severity} ${loop.ep}`);
    });
    const others = firings.filter(({ index }) => verdictAt(index) !== 'right');
    return new Set([...found, ...others.map(({ index, severity }) => `${verdictAt(index)} ${severity} ${index}`)]);
  };
  const [had, has] = [effectsOf(before), effectsOf(after)];
  const changes = [
    ...[...had].filter((effect) => !has.has(effect)).map((effect) => `-${effect}`),
    ...[...has].filter((effect) => !had.has(effect)).map((effect) => `+${effect}`),
  ];
  return changes.map((change) => change.split(' ').slice(0, 2).join(' '));
}
