import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { build } from 'esbuild';
import { ADDRESS_VARIABLE, TOKEN_VARIABLE } from '../../src/node/transport/hookAddress';

const ROOT = resolve(__dirname, '../..');
const HOOKS = (
  JSON.parse(readFileSync(join(ROOT, 'plugin/hooks/hooks.json'), 'utf8')) as {
    hooks: Record<string, { hooks: { command: string; timeout: number }[] }[]>;
  }
).hooks;

/** Without a window's address. */
const HOME = mkdtempSync(join(tmpdir(), 'hook-home-'));
writeProgram(HOME);
process.on('exit', () => discard(HOME));

/** Records the program that runs the hook, like a window and the installation. */
export function writeProgram(home: string, program = process.execPath): void {
  const state = join(home, '.local/state/tool-loop-guard');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  writeFileSync(join(state, 'node'), `${program}\n`, { mode: 0o600 });
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How long VS Code waits for a hook, according to our plugin, in milliseconds. */
export const hookLimit = (event: string): number => (HOOKS[event]?.[0]?.hooks[0]?.timeout ?? 0) * 1000;

export const hookLine = (event: string, plugin = join(ROOT, 'plugin')): string =>
  (HOOKS[event]?.[0]?.hooks[0]?.command ?? '').replaceAll('${CLAUDE_PLUGIN_ROOT}', plugin);

export const hookLines = (plugin = join(ROOT, 'plugin')): string[] => [
  ...new Set(Object.keys(HOOKS).map((event) => hookLine(event, plugin))),
];

export async function buildDoor(
  name: 'hook' | 'engineOfHook' | 'cli',
  outfile = join(ROOT, name === 'cli' ? 'dist' : 'plugin', `${name}.js`),
): Promise<string> {
  await build({
    entryPoints: [join(ROOT, `src/${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    supported: { 'dynamic-import': false },
    external: ['./engineOfHook.js', './telemetry.js'],
    logLevel: 'error',
  });
  return outfile;
}

/** What a hook process inherits from a window with this address. */
export function windowAt({ path, token }: { readonly path: string; readonly token: string }): NodeJS.ProcessEnv {
  return { [ADDRESS_VARIABLE]: path, [TOKEN_VARIABLE]: token };
}

/** Runs the command of hooks.json like VS Code: in a shell, with the input on standard input. */
export function runHook(event: string, input: object, environment: NodeJS.ProcessEnv): Promise<Ended> {
  return ended(
    spawn(hookLine(event), { shell: true, stdio: 'pipe', env: { PATH: process.env['PATH'], HOME, ...environment } }),
    JSON.stringify(input),
  );
}

/** Waits for the end of a process. @param mayLeaveInput whether it may end without reading its input */
export function ended(child: ChildProcess, input: string, mayLeaveInput = false): Promise<Ended> {
  return new Promise((done, failed) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdin?.on('error', mayLeaveInput ? () => undefined : failed);
    child.on('error', failed);
    child.on('close', (code) => done({ code, stdout, stderr }));
    child.stdin?.end(input);
  });
}

export const call = (session: string, id: string, more: object = {}): object => ({
  timestamp: '2026-01-01T00:00:00.000Z',
  hook_event_name: 'PreToolUse',
  session_id: session,
  cwd: '/',
  tool_name: 'read_file',
  tool_input: { path: 'a' },
  tool_use_id: id,
  ...more,
});
