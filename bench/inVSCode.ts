import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from './figure';

const ROOT = join(__dirname, '..');

/** How test/host/figures.test.ts prints its measurements. */
const LINE = /^FIGURE (.*)$/gm;

type Told = Readonly<Record<string, number | undefined>>;

/**
 * The guarded model, its model, and the caller share one extension host, so each part passes the window once more than
 * without a guard. That is why the guarded model is compared with a provider that only passes parts on.
 */
export function figuresInVSCode(isWanted: boolean): Figure[] {
  const { ratioToPassing, firstGuarded, firstPassing = Number.NaN, activate } = isWanted ? toldInVSCode() : {};
  return [
    {
      group: 'VS Code',
      name: '20,000 parts through a guarded model',
      unit: '× a provider that only hands on',
      measured: ratioToPassing,
      least: 1,
      missedFor: 'each part is handed on by itself, as by that provider, and judged in between.',
    },
    {
      group: 'VS Code',
      name: 'first part later than through that provider by',
      unit: 'ms',
      measured: firstGuarded && firstGuarded - firstPassing,
      most: 1,
    },
    { group: 'VS Code', name: 'its activate()', unit: 'ms', measured: activate, most: 20 },
  ];
}

/**
 * Packages the extension, starts VS Code with it, and reads what the run `figures` measured.
 *
 * @returns nothing, with a message, if no VS Code is installed or it can't be measured
 */
function toldInVSCode(): Told {
  try {
    if (process.env.TOOL_LOOP_TEST_VSCODE === undefined && !existsSync(join(ROOT, '.vscode-test/server'))) {
      throw new Error('no VS Code is installed ("npm test" installs one)');
    }
    console.error('· VS Code: packaged, started and measured, two minutes');
    run('npm', ['run', '--silent', 'package']);
    run(process.execPath, ['scripts/build-tests.mjs']);
    const output = run('npx', ['tsx', 'test/host/runTest.ts', 'figures']);
    return Object.assign({}, ...[...output.matchAll(LINE)].map(([, json]) => JSON.parse(json ?? '{}') as Told)) as Told;
  } catch (error) {
    console.error(`\n!!! SKIPPED: VS Code could not be measured, its figures will be missing.\n!!! ${String(error)}\n`);
    return {};
  }
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    throw new Error(`${command} ${args.join(' ')} ended with ${String(status)}:\n${stdout}${stderr}`);
  }
  return stdout;
}
