import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fieldsOf, jsonIn, listOf } from '../files/jsonFields';

const TIMEOUT_MS = 10_000;

interface CodexHook {
  readonly command: string;
  readonly trustStatus: string;
  /** False for a hook that the user has switched off. */
  readonly enabled?: unknown;
}

/**
 * Asks a program for its version, such as `2.1.330`.
 * @param path of the program; one that needs a shell is not started
 * @returns undefined when it does not tell
 */
export async function versionOfProgram(path: string, env = process.env): Promise<string | undefined> {
  const { execFile } = await import('node:child_process');
  return new Promise((resolve) => {
    const options = { timeout: TIMEOUT_MS, windowsHide: true, encoding: 'utf8', env } as const;
    try {
      execFile(path, ['--version'], options, (_error, output) => {
        resolve(/\bv?(\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[\w.]{1,40})?)\b/.exec(output)?.[1]);
      });
    } catch {
      // Node throws for some programs that cannot be started, such as every .cmd on Windows.
      resolve(undefined);
    }
  });
}

/** Asks a program that may never have run, and leaves nothing of it behind. */
export async function versionInEmptyHome(path: string): Promise<string | undefined> {
  const home = mkdtempSync(join(tmpdir(), 'tool-loop-guard-'));
  try {
    return await versionOfProgram(path, environmentIn(home));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The environment of this process with another home folder, and without what agents or windows have put into it. */
export function environmentIn(home: string): NodeJS.ProcessEnv {
  const moved = /^(?:XDG_.*|.*_(?:HOME|CONFIG_DIR)|LOCALAPPDATA|APPDATA|TOOL_LOOP_GUARD_.*)$/i;
  const rest = Object.entries(process.env).filter(([name]) => !moved.test(name));
  return { ...Object.fromEntries(rest), HOME: home, USERPROFILE: home };
}

/** Asks a program that can run hooks, Node or an editor, for its version of Node; undefined when it does not tell. */
export function versionOfNode(path: string): Promise<string | undefined> {
  return versionOfProgram(path, { ...process.env, NODE_OPTIONS: '', ELECTRON_RUN_AS_NODE: '1' });
}

/**
 * Runs a program as an agent does, and returns what it prints.
 * @param input what it reads
 */
export async function outputOf(
  program: string,
  given: readonly string[],
  {
    input,
    environment,
    folder,
  }: { readonly input: string; readonly environment: NodeJS.ProcessEnv; readonly folder: string },
): Promise<string> {
  const { execFile } = await import('node:child_process');
  return new Promise((resolve) => {
    const options = {
      timeout: 2 * TIMEOUT_MS,
      windowsHide: true,
      encoding: 'utf8',
      env: environment,
      cwd: folder,
    } as const;
    const child = execFile(program, given, options, (_error, output) => resolve(output));
    // What has ended already reads nothing.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/**
 * Asks Codex which hooks it has, and which of them it trusts.
 * @param folder that the hooks are asked for
 * @returns undefined when it does not tell
 */
export async function codexHooks(path: string, folder: string): Promise<readonly CodexHook[] | undefined> {
  const { spawn } = await import('node:child_process');
  let child: ChildProcessByStdio<Writable, Readable, null>;
  try {
    child = spawn(path, ['app-server'], { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
  } catch {
    return undefined;
  }
  const timer = setTimeout(() => child.kill(), TIMEOUT_MS);
  const say = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  try {
    // What it cannot be told, it does not answer.
    child.stdin.on('error', () => undefined);
    await once(child, 'spawn');
    say({ id: 1, method: 'initialize', params: { clientInfo: { name: 'tool-loop-guard', version: '1' } } });
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, result } = fieldsOf(jsonIn(line));
      if (id === 1) {
        say({ method: 'initialized' });
        say({ id: 2, method: 'hooks/list', params: { cwds: [folder] } });
      } else if (id === 2) {
        return hooksIn(result);
      }
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    child.kill();
  }
}

function hooksIn(result: unknown): readonly CodexHook[] | undefined {
  const { data } = fieldsOf(result);
  return Array.isArray(data) ? data.flatMap((each) => listOf(fieldsOf(each)['hooks']).filter(isHook)) : undefined;
}

function isHook(value: unknown): value is CodexHook {
  const { command, trustStatus } = fieldsOf(value);
  return typeof command === 'string' && typeof trustStatus === 'string';
}
