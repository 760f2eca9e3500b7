import { promisify } from 'node:util';

/**
 * Runs a program, and returns what it prints.
 * @throws when it can't be started, takes too long, or ends with another code than 0
 */
export async function runProgram(
  path: string,
  given: readonly string[],
  { input = '', ...options }: { env: NodeJS.ProcessEnv; timeout: number; cwd?: string; input?: string },
): Promise<string> {
  // Loaded when it is needed: most processes of ours start none.
  const { execFile } = await import('node:child_process');
  const running = promisify(execFile)(path, given, { windowsHide: true, ...options });
  // What has ended already reads nothing.
  running.child.stdin?.on('error', () => undefined).end(input);
  return (await running).stdout;
}

/** Ends a program of ours with all that it has started, where it is a group of its own. Never throws. */
export function endProgram(pid: number | undefined, isGroup: boolean, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) {
      process.kill(isGroup ? -pid : pid, signal);
    }
  } catch {
    // It has ended already.
  }
}
