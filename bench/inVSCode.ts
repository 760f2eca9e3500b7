import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from './figure';

const ROOT = join(__dirname, '..');

/** How test/host/figures.test.ts prints its measurements. */
const LINE = /^FIGURE (.*)$/gm;

type Told = Readonly<Record<string, number | undefined>>;

export const hasVSCode = (): boolean =>
  process.env.TOOL_LOOP_TEST_VSCODE !== undefined || existsSync(join(ROOT, '.vscode-test/server'));

/**
 * Packages the extension, starts VS Code with it, and reads what the run `figures` measured. The guarded model, its
 * model, and the caller share one extension host, so each part passes the window once more than without a guard. That
 * is why the guarded model is compared with a provider that only passes parts on.
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
