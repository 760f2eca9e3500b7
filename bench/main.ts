import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { activationFigure } from './activation';
import type { Figure } from './figure';
import { hookFigures } from './hook';
import { figuresInVSCode, hasVSCode } from './inVSCode';
import { page } from './page';
import { limitOf, measuredRows, misses, ROOM, ROWS, table } from './rows';

/*
 * npm run bench [-- --write] [-- --check] [-- --no-vscode]
 *
 * Prints ratios measured in one run; times are only for scale. Exits with 0 unless the bench itself fails.
 *
 * `--write` writes bench/FIGURES.md. `--check` measures only the cheap ratios, in a few rounds, and exits with 1 if one
 * is far beyond its limit.
 */
const ROOT = resolve(__dirname, '..');
const PAGE = join(ROOT, 'bench/FIGURES.md');
const FOLDER = mkdtempSync(join(tmpdir(), 'tool-loop-guard-bench-'));

async function main(options: ReadonlySet<string>): Promise<number> {
  const known = ['--write', '--check', '--no-vscode'];
  const unknown = [...options].filter((option) => !known.includes(option));
  if (unknown.length > 0) {
    throw new Error(`There is no option ${unknown.join(', ')}; there are: ${known.join(', ')}`);
  }
  return options.has('--check') ? check() : all(options);
}

async function all(options: ReadonlySet<string>): Promise<number> {
  const rows = measuredRows(ROWS, [
    ...measure(await bundle()),
    ...(await hookFigures(FOLDER)),
    await activationFigure(FOLDER),
    ...(options.has('--no-vscode') ? [] : inVSCode()),
  ]);
  console.log(`\n${table(rows)}\n`);
  if (options.has('--write')) {
    writeFileSync(PAGE, page(rows));
    console.log('bench/FIGURES.md is written.');
  }
  return 0;
}

async function check(): Promise<number> {
  const rows = measuredRows(
    ROWS.filter(({ isQuick }) => isQuick === true),
    measure(await bundle(), '--quick'),
  );
  console.log(table(rows));
  const far = rows.filter((row) => row.measured === undefined || misses(row, ROOM));
  if (far.length === 0) {
    return 0;
  }
  console.error(`Far beyond the limit: ${far.map((row) => `${row.group}: ${row.name} (${limitOf(row)})`).join('; ')}`);
  return 1;
}

/** Bundled like the extension: a loader that compiles on the fly would add its own calls to the measured code. */
async function bundle(): Promise<string> {
  const outfile = join(FOLDER, 'measure.cjs');
  await build({
    entryPoints: [join(__dirname, 'measure.ts')],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  return outfile;
}

/** @returns nothing, with a message, if no VS Code is installed or it can't be measured */
function inVSCode(): Figure[] {
  try {
    if (hasVSCode()) {
      console.error('· VS Code: packaged, started and measured, two minutes');
      return figuresInVSCode();
    }
    console.error('\n!!! SKIPPED: no VS Code is installed ("npm test" installs one), its figures will be missing.\n');
  } catch (error) {
    console.error(`\n!!! SKIPPED: VS Code could not be measured, its figures will be missing.\n!!! ${String(error)}\n`);
  }
  return [];
}

function measure(script: string, ...options: string[]): Figure[] {
  const file = join(FOLDER, 'figures.json');
  const args = ['--expose-gc', script, file, ...options];
  const { status, signal } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) {
    throw new Error(`The measuring process ended with ${status ?? signal}`);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Figure[];
}

main(new Set(process.argv.slice(2)))
  .then(
    (code) => (process.exitCode = code),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  )
  .finally(() => rmSync(FOLDER, { recursive: true, force: true }));
