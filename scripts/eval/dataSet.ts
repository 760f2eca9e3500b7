/** A folder of labelled sessions. Two kinds of them are scored differently. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/**
 * `labelled`: with `candidates.jsonl`, so that the calls outside every candidate are known to be clean.
 * `whole`: real sessions read from end to end, where every firing outside a stuck episode is wrong.
 */
export type Kind = 'labelled' | 'whole';

export interface DataSet {
  readonly name: string;
  readonly directory: string;
  readonly kind: Kind;
}

/** Where `--fetch` puts the sessions. */
export const FETCHED = '.eval';

/**
 * Where the sessions lie when no folder is named: each data set in the first of these folders that has it. The first
 * data set is the one that the README quotes.
 */
const FOLDERS = ['../shared', FETCHED];
const NAMES = ['traces', 'swe', 'coding', 'ctf', 'set2'];

/** Some of their sessions are only at their publishers, so what lies there is what was labelled. */
const FETCHED_ONLY = new Set(['ctf', 'set2']);

/**
 * The data sets that are at hand.
 * @param given folders named by the person; none: the usual ones
 */
export function dataSets(given: readonly string[]): DataSet[] {
  const directories =
    given.length > 0
      ? given.filter(hasLabels)
      : NAMES.flatMap((name) => FOLDERS.map((folder) => join(folder, name)).find(hasLabels) ?? []);
  return directories
    .map((directory) => resolve(directory))
    .map((directory) => ({
      name: basename(directory),
      directory,
      kind: existsSync(join(directory, 'candidates.jsonl')) ? 'labelled' : 'whole',
    }));
}

/** The usual data sets that are not among these. */
export function missingSets(sets: readonly DataSet[]): string[] {
  return NAMES.filter((name) => sets.every((set) => set.name !== name));
}

/** Whether a data set was brought here by `--fetch` in place of the sessions that were labelled. */
export function isSubstitute({ name, directory }: DataSet): boolean {
  return directory.startsWith(resolve(FETCHED)) && !FETCHED_ONLY.has(name);
}

/** Whether a folder has labels, and the sessions of all sources that they are about. */
function hasLabels(directory: string): boolean {
  const labels = join(directory, 'gold.jsonl');
  if (!existsSync(labels)) {
    return false;
  }
  const sources = readFileSync(labels, 'utf8').matchAll(/"source": ?"([^"]+)"/g);
  return [...sources].every(([, source]) => existsSync(join(directory, `${source}.jsonl`)));
}
