import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from './figure';

const ROOT = join(__dirname, '..');

/** How test/host/figures.test.ts tells what it measured. */
const LINE = /^FIGURE (.*)$/gm;

type Told = Readonly<Record<string, number | undefined>>;

/** Whether a VS Code that can be measured has been installed by the tests. */
export const hasVSCode = (): boolean =>
  process.env.TOOL_LOOP_TEST_VSCODE !== undefined || existsSync(join(ROOT, '.vscode-test/server'));

/**
 * What only a real VS Code can tell: packages the extension, starts VS Code with it, and reads what the run `figures`
 * measured there.
 *
 * The guarded model, the model behind it and the one who asks share one extension host there, and every part passes the
 * window once more than without a guard. So does it with a provider that only hands on what a model says, which is what
 * the guarded model is compared with.
 */
export function figuresInVSCode(): Figure[] {
  run('npm', ['run', '--silent', 'package']);
  run(process.execPath, ['scripts/build-tests.mjs']);
  const output = run('npx', ['tsx', 'test/host/runTest.ts', 'figures']);
  const told = Object.assign(
    {},
    ...[...output.matchAll(LINE)].map(([, json]) => JSON.parse(json ?? '{}') as Told),
  ) as Told;
  return [
    {
      group: 'VS Code',
      name: '20,000 parts through a guarded model',
      unit: '× a provider that only hands on',
      measured: told['ratioToPassing'],
    },
    {
      group: 'VS Code',
      name: 'first part later than through that provider by',
      unit: 'ms',
      measured: (told['firstGuarded'] ?? Number.NaN) - (told['firstPassing'] ?? Number.NaN),
    },
    {
      group: 'VS Code',
      name: '20,000 parts through a guarded model, to the model itself',
      unit: '× direct throughput',
      measured: told['ratioToDirect'],
    },
    { group: 'VS Code', name: 'loading the extension', unit: 'ms', measured: told['loadCode'] },
    { group: 'VS Code', name: 'its activate()', unit: 'ms', measured: told['activate'] },
  ];
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
