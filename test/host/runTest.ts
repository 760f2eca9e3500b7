// `tsx test/host/runTest.ts [--at-once=N] [run or suite …]`, from the root of the repository: starts VS Code once for
// each run of runs.ts. Runs that go side by side have their name before each line.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chosenRuns, type Run } from './runs';
import { install, start } from './start';
import { findVSCode, SHIM } from './vscode';

/** A VS Code under test waits for pages and processes about half of its time. */
const AT_ONCE = Math.min(2, availableParallelism());

const AT_ONCE_OPTION = /^--at-once=(\d+)$/;
/** Names the folder our VSIX is already installed in; set for the processes of single runs. */
const EXTENSIONS_VARIABLE = 'TOOL_LOOP_TEST_EXTENSIONS';

async function main(): Promise<void> {
  const options = process.argv.slice(2);
  const runs = chosenRuns(options.filter((option) => !AT_ONCE_OPTION.test(option)));
  const atOnce = options.map((option) => Number(AT_ONCE_OPTION.exec(option)?.[1] ?? 0)).find((n) => n > 0) ?? AT_ONCE;
  const vscode = await findVSCode();
  const installed = process.env[EXTENSIONS_VARIABLE];
  if (installed !== undefined) {
    await runHere(vscode, runs, installed);
    return;
  }
  if (vscode === SHIM) {
    spawnSync(vscode, ['--prepare'], { stdio: 'inherit' });
  }
  const scratch = mkdtempSync(join(tmpdir(), 'tool-loop-installed-'));
  try {
    const extensions = join(scratch, 'extensions');
    if (runs.some(({ guarded }) => guarded)) {
      install(vscode, extensions);
    }
    await (runs.length === 1 || atOnce === 1
      ? runHere(vscode, runs, extensions)
      : runBesideEachOther(vscode, runs, extensions, atOnce));
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function runHere(vscode: string, runs: readonly Run[], extensions: string): Promise<void> {
  for (const run of runs) {
    console.log(`\n── ${titleOf(run)} ──`);
    await start(vscode, run, extensions).catch(fail);
  }
}

/** Each run gets a process of its own, and its name before each of its lines. */
async function runBesideEachOther(vscode: string, runs: readonly Run[], extensions: string, atOnce: number) {
  const waiting = [...runs];
  const work = async (): Promise<void> => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
      const began = performance.now();
      const code = await runApart(vscode, run, extensions);
      console.log(`── ${run.name} took ${((performance.now() - began) / 1000).toFixed(1)} s ──`);
      if (code !== 0) {
        process.exitCode = 1;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function runApart(vscode: string, run: Run, extensions: string): Promise<number | null> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, process.argv[1] ?? '', ...run.suites.map(({ name }) => name)],
    {
      env: { ...process.env, [EXTENSIONS_VARIABLE]: extensions, TOOL_LOOP_TEST_VSCODE: vscode },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) =>
      console.log(FOR_A_MACHINE.test(line) ? line : `${run.name} │ ${line}`),
    );
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}

/** Lines that scripts/test.mjs counts. */
const FOR_A_MACHINE = /^(?:TESTS |NO PAGE)/;

const titleOf = ({ name, suites }: Run): string => `${name}: ${suites.map((suite) => suite.name).join(', ')}`;

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

main().catch(fail);
