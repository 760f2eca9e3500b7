/** Fetches the labelled sessions from the repositories that publish them, in the form in which they are scored. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { groupBy } from '../group';
import { readAll, type Session } from '../traces';
import { FORMATS } from './formats';
import { fingerprint } from './fingerprint';
import { decodedId, labelSchema, type PublishedSession, sessionSchema, type Sources, sourcesSchema } from './labels';
import { PublicRepository } from './publicRepository';
import type { Format, RecordedCall, RecordedFile } from './recordedCall';
import { CUTS, traceCall } from './traceCall';

const BENCHMARK = 'benchmark';

type Source = Sources[string]['sources'][string];

export interface Fetched {
  readonly sessions: number;
  readonly equal: number;
  /** With other calls than when they were labelled: a converter or the publisher changed something. */
  readonly different: readonly string[];
  readonly missing: ReadonlyMap<string, readonly string[]>;
}

/** Writes one folder per data set for `npm run eval`. Clones stay in the folder and are reused. */
export async function fetchBenchmark(folder: string, say: (line: string) => void): Promise<void> {
  const sets = sourcesSchema.parse(JSON.parse(await readFile(join(BENCHMARK, 'sources.json'), 'utf8')));
  for (const [set, { cut, whole, sources }] of Object.entries(sets)) {
    const target = join(folder, set);
    await mkdir(target, { recursive: true });
    const listed = (await readAll<unknown>(join(BENCHMARK, set, 'sessions.jsonl')))
      .map((line) => sessionSchema.parse(line))
      .map((session) => ({ ...session, id: decodedId(session.id) }));
    for (const [name, sessions] of groupBy(listed, ({ source }) => source)) {
      const source = sources[name] as Source;
      const file = join(target, `${name}.jsonl`);
      const fetched = await fetchSource(name, source, cut, sessions, join(folder, 'clones'), file);
      say(report(name, source, fetched));
    }
    await writeLabels(set, target, whole ? undefined : listed);
  }
}

async function fetchSource(
  name: string,
  source: Source,
  cutOfSet: string,
  sessions: readonly PublishedSession[],
  clones: string,
  file: string,
): Promise<Fetched> {
  const format = FORMATS[source.format];
  const cut = CUTS[source.cut ?? cutOfSet];
  if (format === undefined || cut === undefined) {
    const ids = sessions.map(({ id }) => id);
    return { sessions: ids.length, equal: 0, different: [], missing: new Map([['nothing reads the format', ids]]) };
  }
  const models = new Map(sessions.map(({ id, model }) => [id, model]));
  const found = new Map<string, Session>();
  const missing = new Map<string, string[]>();
  const miss = (id: string, why: string): void => void missing.set(why, [...(missing.get(why) ?? []), id]);
  for (const [owner, own] of groupBy(sessions, ({ id }) => repositoryOf(source, id))) {
    try {
      const repository = await PublicRepository.open(join(clones, owner), `https://github.com/${owner}.git`);
      const located = await locate(repository, source, format, own, miss);
      await repository.bring(located.flatMap(({ blobs }) => blobs));
      await convert(repository, format, located, miss, (id, calls) => {
        found.set(id, {
          id,
          source: name,
          model: models.get(id) ?? null,
          calls: calls.map((call) => traceCall(call, cut)),
        });
      });
    } catch (error) {
      own.filter(({ id }) => !found.has(id)).forEach(({ id }) => miss(id, messageOf(error)));
    }
  }
  const written = sessions.flatMap(({ id }) => found.get(id) ?? []);
  await writeFile(file, written.map((session) => `${JSON.stringify(session)}\n`).join(''));
  const wanted = new Map(sessions.map((session) => [session.id, session.fingerprint]));
  const different = written.filter(({ id, calls }) => fingerprint(calls) !== wanted.get(id)).map(({ id }) => id);
  return { sessions: sessions.length, equal: written.length - different.length, different, missing };
}

/** IDs begin with the repository if a source has several. */
function repositoryOf({ repositories }: Source, id: string): string {
  return repositories.find((name) => id.startsWith(`${name}:`)) ?? (repositories[0] as string);
}

interface Located {
  readonly id: string;
  readonly blobs: readonly string[];
}

async function locate(
  repository: PublicRepository,
  source: Source,
  format: Format,
  sessions: readonly PublishedSession[],
  miss: (id: string, why: string) => void,
): Promise<Located[]> {
  const trees = new Map<string, Promise<Map<string, string>>>();
  const filesOf = (commit: string): Promise<Map<string, string>> => {
    const files = trees.get(commit) ?? repository.files(commit);
    trees.set(commit, files);
    return files;
  };
  const located: Located[] = [];
  for (const { id, places } of sessions) {
    try {
      if (places === undefined && source.commit === undefined) {
        throw new Error('sessions.jsonl does not say where it is');
      }
      const blobs: string[] = [];
      for (const [commit, end] of places ?? [[source.commit ?? '', format.fileOf(id)]]) {
        const files = await filesOf(commit);
        const blob = files.get(end) ?? [...files].find(([path]) => `/${path}`.endsWith(end))?.[1];
        if (blob === undefined) {
          throw new Error('the commit has no such file');
        }
        blobs.push(blob);
      }
      located.push({ id, blobs });
    } catch (error) {
      miss(id, messageOf(error));
    }
  }
  return located;
}

async function convert(
  repository: PublicRepository,
  format: Format,
  located: readonly Located[],
  miss: (id: string, why: string) => void,
  found: (id: string, calls: readonly RecordedCall[]) => void,
): Promise<void> {
  for (const [, sessions] of groupBy(located, ({ blobs }) => blobs.join(' '))) {
    const { blobs } = sessions[0] as Located;
    let file: RecordedFile;
    try {
      file = format.read((await repository.read(blobs)).join('\n'));
    } catch (error) {
      sessions.forEach(({ id }) => miss(id, messageOf(error)));
      continue;
    }
    for (const { id } of sessions) {
      const calls = file(id);
      if (calls === undefined) {
        miss(id, 'the file has no such session');
      } else {
        found(id, calls);
      }
    }
  }
}

async function writeLabels(
  set: string,
  target: string,
  listed: readonly PublishedSession[] | undefined,
): Promise<void> {
  const labels = (await readAll<unknown>(join(BENCHMARK, set, 'labels.jsonl')))
    .map((line) => labelSchema.parse(line))
    .map((label) => ({ from: null, to: null, since: null, kind: null, ...label, id: decodedId(label.id), why: '' }));
  await writeFile(join(target, 'gold.jsonl'), labels.map((label) => `${JSON.stringify(label)}\n`).join(''));
  if (listed !== undefined) {
    const spans = listed.flatMap(({ source, id, candidates = [] }) =>
      candidates.map(([start, end]) => ({ source, id, start, end })),
    );
    await writeFile(join(target, 'candidates.jsonl'), spans.map((span) => `${JSON.stringify(span)}\n`).join(''));
  }
}

export function report(name: string, { repositories }: Pick<Source, 'repositories'>, fetched: Fetched): string {
  const { sessions, equal, different, missing } = fetched;
  return [
    `${name} (${repositories.join(', ')}): ${equal} of ${sessions} sessions are the labelled ones, call by call`,
    ...(different.length > 0
      ? [`  ${different.length} have other calls or answers than the labelled ones, such as ${different[0]}`]
      : []),
    ...[...missing].map(([why, ids]) => `  ${ids.length} could not be had, such as ${ids[0]}: ${why}`),
  ].join('\n');
}

function messageOf(error: unknown): string {
  // The errors of a broken format have many lines; the session matters more.
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 160) ?? '';
}
