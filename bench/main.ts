import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { activationFigures } from './activation';
import { type Figure, missesByFar, table } from './figure';
import { installGemini } from './gemini';
import { hookFigures } from './hook';
import { figuresInVSCode, hasVSCode } from './inVSCode';

/*
 * npm run bench [-- --check] [-- --no-gemini] [-- --no-vscode]
 *
 * Ratios measured in one run; times of this machine are shown for scale only and never judged. Ends with 0 whatever was
 * measured, unless the bench itself fails; with `--check` it ends with 1 if a figure misses its target by more than a
 * quarter.
 */
const GEMINI = resolve(__dirname, '../.vscode-test/bench/gemini');
/** What is built for the bench; removed afterwards. */
const FOLDER = mkdtempSync(join(tmpdir(), 'tool-loop-guard-bench-'));

async function main(options: ReadonlySet<string>): Promise<number> {
  const figures = [
    ...measure(await bundle(), options.has('--no-gemini') ? undefined : gemini()),
    ...(await hookFigures(FOLDER)),
    ...(await activationFigures(FOLDER)),
    ...(options.has('--no-vscode') ? [] : inVSCode()),
  ];
  console.log(`\n${table(figures)}\n`);
  console.log(
    'floor: fast-json-stable-stringify and SHA-256 (node:crypto) of the same arguments. gemini: ' +
      'LoopDetectionService.addAndCheck.',
  );
  const far = figures.filter(missesByFar);
  if (!options.has('--check') || far.length === 0) {
    return 0;
  }
  console.error(`Missed by more than a quarter: ${far.map(({ name }) => name).join('; ')}`);
  return 1;
}

/**
 * Bundled as the extension is: a loader that compiles on the fly adds calls of its own to the code that is measured.
 */
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
    alias: { vscode: join(__dirname, '../test/fakes/vscodeValues.ts') },
    logLevel: 'warning',
  });
  return outfile;
}

/** @returns the peer's folder, or undefined, said loudly, when it cannot be installed */
function gemini(): string | undefined {
  try {
    console.error('· gemini-cli-core: installed into .vscode-test/bench once, 370 MB');
    installGemini(GEMINI);
    return GEMINI;
  } catch (error) {
    console.error(
      `\n!!! SKIPPED: gemini-cli-core could not be installed, its figures will be missing.\n!!! ${String(error)}\n`,
    );
    return undefined;
  }
}

/** @returns nothing, said loudly, when no VS Code is installed or it cannot be measured */
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

function measure(script: string, geminiFolder: string | undefined): Figure[] {
  const file = join(FOLDER, 'figures.json');
  const { status, signal } = spawnSync(
    process.execPath,
    ['--expose-gc', script, file, ...(geminiFolder === undefined ? [] : [geminiFolder])],
    { stdio: 'inherit' },
  );
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
