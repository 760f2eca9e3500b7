// `tsx test/host/runTest.ts [--install | --installed=FOLDER] [run or suite …]`, from the root of the repository: starts
// VS Code once for each run of runs.ts, one by one. `--install` only installs our VSIX where `--installed` finds it, so
// that several of these can run at the same time.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { discard } from '../../scripts/vscode/discard.mjs';
import { chosenRuns, INSTALLED_EXTENSIONS, type Run } from './runs';
import { install, start } from './start';
import { findVSCode, SHIM } from './vscode';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { install: { type: 'boolean' }, installed: { type: 'string' } },
  });
  const runs = chosenRuns(positionals);
  const vscode = await findVSCode();
  if (values.installed !== undefined) {
    await runAll(vscode, runs, resolve(values.installed));
    return;
  }
  if (vscode === SHIM) {
    spawnSync(vscode, ['--prepare'], { stdio: 'inherit' });
  }
  if (values.install === true) {
    rmSync(INSTALLED_EXTENSIONS, { recursive: true, force: true });
    install(vscode, resolve(INSTALLED_EXTENSIONS));
    return;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'tool-loop-installed-'));
  try {
    const extensions = join(scratch, 'extensions');
    install(vscode, extensions);
    await runAll(vscode, runs, extensions);
  } finally {
    discard(scratch);
  }
}

async function runAll(vscode: string, runs: readonly Run[], extensions: string): Promise<void> {
  for (const run of runs) {
    console.log(`\n── ${run.name}: ${run.suites.map(({ name }) => name).join(', ')} ──`);
    await start(vscode, run, extensions).catch(fail);
  }
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

main().catch(fail);
