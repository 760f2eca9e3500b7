/** A folder of labelled sessions. The two kinds are scored differently. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/**
 * `labelled`: with `candidates.jsonl`; calls outside all candidates are known to be clean.
 * `whole`: real sessions read from end to end, where any firing outside a stuck episode is wrong.
 */
export type Kind = 'labelled' | 'whole';

export interface DataSet {
  readonly name: string;
  readonly directory: string;
  readonly kind: Kind;
}

export const FETCHED = '.eval';

/** By default, a data set comes from the first of these folders that has it. */
const FOLDERS = ['../shared', FETCHED];
const NAMES = ['traces', 'swe', 'coding', 'ctf', 'set2'];

/** Some of their sessions exist only at their publishers, so the fetched ones are those that were labelled. */
const FETCHED_ONLY = new Set(['ctf', 'set2']);

/** The available data sets. @param given folders from the command line; empty: the default ones */
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

export function missingSets(sets: readonly DataSet[]): string[] {
  return NAMES.filter((name) => sets.every((set) => set.name !== name));
}

export function isSubstitute({ name, directory }: DataSet): boolean {
  return directory.startsWith(resolve(FETCHED)) && !FETCHED_ONLY.has(name);
}

/** Whether a folder has labels, and sessions of all sources in them. */
function hasLabels(directory: string): boolean {
  const labels = join(directory, 'gold.jsonl');
  if (!existsSync(labels)) {
    return false;
  }
  const sources = readFileSync(labels, 'utf8').matchAll(/"source": ?"([^"]+)"/g);
  return [...sources].every(([, source]) => existsSync(join(directory, `${source}.jsonl`)));
}
