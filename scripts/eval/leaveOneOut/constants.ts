/** Numbers that the engine decides by in addition to settings, read from its sources, so none is listed by hand. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { DETECTOR_IDS, type DetectorId } from '../../../src/engine/rules/registry';

/** What it counts and compares, and what it regards as a wait, a pause, or one answer. */
const FOLDERS = ['rules', 'ledger'] as const;

const CONSTANT = /^(?:export )?const (\w+) = ([\d_.]+);/gm;
/** How much is remembered decides nothing. */
const MEMORY = /^(?:REMEMBERED_|SHORT_NAME$)/;

export interface Constant {
  readonly folder: (typeof FOLDERS)[number];
  readonly file: string;
  readonly name: string;
  readonly value: number;
}

/** By ID, such as `rules/stall.EMPTY_LOOKS`. */
export const CONSTANTS: ReadonlyMap<string, Constant> = new Map(
  FOLDERS.flatMap((folder) =>
    readdirSync(join('src/engine', folder)).flatMap((name) => constantsIn(folder, name.replace(/\.ts$/, ''))),
  ),
);

function constantsIn(folder: Constant['folder'], module: string): [string, Constant][] {
  const file = resolve('src/engine', folder, `${module}.ts`);
  return [...readFileSync(file, 'utf8').matchAll(CONSTANT)]
    .map(([, name = '', value = '']) => ({ folder, file, name, value: Number(value.replaceAll('_', '')) }))
    .filter(({ name }) => !MEMORY.test(name))
    .map((constant) => [`${folder}/${module}.${constant.name}`, constant]);
}

/** The detectors that use a constant, in their own file or in one that it imports. */
export function detectorsWith({ file }: Constant): readonly DetectorId[] {
  return DETECTOR_IDS.filter((id) => importedBy(id).has(basename(file, '.ts')));
}

/** Includes the module itself. */
function importedBy(module: string, known = new Set<string>()): ReadonlySet<string> {
  if (!known.has(module)) {
    known.add(module);
    const source = readFileSync(join('src/engine/rules', `${module}.ts`), 'utf8');
    [...source.matchAll(/^import \{.*?\} from '\.\/(\w+)';$/gm)].forEach(([, name = '']) => importedBy(name, known));
  }
  return known;
}

export type OtherConstants = Readonly<Record<string, number>>;

export function sourcesWith(others: OtherConstants): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  for (const [id, value] of Object.entries(others)) {
    const { file, name } = CONSTANTS.get(id) as Constant;
    const source = sources.get(file) ?? readFileSync(file, 'utf8');
    const changed = source.replace(new RegExp(`^((?:export )?const ${name} = )[\\d_.]+;`, 'm'), `$1${value};`);
    sources.set(file, changed);
  }
  return sources;
}
