import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { activationFigure } from './activation';
import type { Figure } from './figure';
import { hookFigures } from './hook';
import { figuresInVSCode } from './inVSCode';
import { page } from './page';

/*
 * npm run bench [-- --write] [-- --no-vscode]
 *
 * Prints ratios measured in one run, and with `--write`, writes them into bench/FIGURES.md. Exits with 0 unless the
 * bench itself fails.
 */
const PAGE = resolve(__dirname, 'FIGURES.md');
const FOLDER = mkdtempSync(join(tmpdir(), 'tool-loop-guard-bench-'));

async function main(): Promise<void> {
  const { values: options } = parseArgs({ options: { write: { type: 'boolean' }, 'no-vscode': { type: 'boolean' } } });
  const text = page([
    ...(await hookFigures(FOLDER)),
    ...measure(await bundle()),
    await activationFigure(FOLDER),
    ...figuresInVSCode(options['no-vscode'] !== true),
  ]);
  console.log(`\n${text}`);
  if (options.write) {
    writeFileSync(PAGE, text);
    console.log('bench/FIGURES.md is written.');
  }
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

function measure(script: string): Figure[] {
  const { status, signal, stdout } = spawnSync(process.execPath, ['--expose-gc', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) {
    throw new Error(`The measuring process ended with ${status ?? signal}`);
  }
  return JSON.parse(stdout) as Figure[];
}

main()
  .catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  })
  .finally(() => rmSync(FOLDER, { recursive: true, force: true }));
