/** `npx tsx scripts/eval/benchmark/publish.ts FOLDER SET`: copies a folder's labels without text to `benchmark/SET`. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '../group';
import { key } from '../score';
import { readCandidates, readEpisodes, readLines, readSessions } from '../traces';
import { fingerprint } from './fingerprint';
import { encodedId, labelSchema, type PublishedLabel, type PublishedSession, sessionSchema } from './labels';

async function main(folder: string, set: string): Promise<void> {
  const target = join('benchmark', set);
  mkdirSync(target, { recursive: true });
  const known = await knownPlaces(join(target, 'sessions.jsonl'));
  const spans = existsSync(join(folder, 'candidates.jsonl')) ? groupBy(await readCandidates(folder), key) : undefined;
  const sessions: PublishedSession[] = [];
  for await (const session of readSessions(folder)) {
    const id = encodedId(session.id);
    const place = known.get(key({ source: session.source, id }));
    const found = spans?.get(key(session))?.map(({ start, end }): [number, number] => [start, end]);
    sessions.push(
      sessionSchema.parse({
        source: session.source,
        id,
        ...(place?.places === undefined && session.model !== null ? { model: session.model } : {}),
        calls: session.calls.length,
        fingerprint: fingerprint(session.calls),
        ...(found === undefined ? {} : { candidates: found }),
        ...(place?.places === undefined ? {} : { places: place.places }),
      }),
    );
  }
  const labels = (await readEpisodes(folder)).map((episode) => labelOnly({ ...episode, id: encodedId(episode.id) }));
  writeLines(join(target, 'sessions.jsonl'), sessions);
  writeLines(join(target, 'labels.jsonl'), labels);
}

function labelOnly(episode: object): PublishedLabel {
  const said = Object.entries(episode).filter(([field, value]) => field in labelSchema.shape && value !== null);
  return labelSchema.parse({ by: 'model', ...Object.fromEntries(said) });
}

async function knownPlaces(file: string): Promise<Map<string, PublishedSession>> {
  const known = new Map<string, PublishedSession>();
  if (existsSync(file)) {
    for await (const session of readLines<PublishedSession>(file)) {
      known.set(key(session), session);
    }
  }
  return known;
}

function writeLines(file: string, items: readonly object[]): void {
  writeFileSync(file, items.map((item) => `${JSON.stringify(item)}\n`).join(''));
}

const [folder, set] = process.argv.slice(2);
if (folder === undefined || set === undefined) {
  console.error('Which folder, and what is the data set called?');
  process.exitCode = 1;
} else {
  main(folder, set).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
