/** A folder of labelled sessions. Two kinds of them are scored differently. */
import { existsSync } from 'node:fs';
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

/** Where the sessions lie when no folder is named; the first one is the one that the README quotes. */
const USUAL = ['../shared/traces', '../shared/swe', '../shared/coding'];

/**
 * The data sets that are at hand.
 * @param given folders named by the person; none: the usual ones
 */
export function dataSets(given: readonly string[]): DataSet[] {
  const directories = (given.length > 0 ? given : USUAL).map((directory) => resolve(directory));
  return directories.filter(hasLabels).map((directory) => ({
    name: basename(directory),
    directory,
    kind: existsSync(join(directory, 'candidates.jsonl')) ? 'labelled' : 'whole',
  }));
}

/** The folder that is missed when there is nothing to score. */
export function expectedDirectory(given: readonly string[]): string {
  return resolve(given[0] ?? (USUAL[0] as string));
}

function hasLabels(directory: string): boolean {
  return existsSync(join(directory, 'gold.jsonl'));
}
