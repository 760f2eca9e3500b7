import { promisify } from 'node:util';

/** @returns what it prints @throws if it can't be started, takes too long, or ends with another code than 0 */
export async function runProgram(
  path: string,
  given: readonly string[],
  { input = '', ...options }: { env: NodeJS.ProcessEnv; timeout: number; cwd?: string; input?: string },
): Promise<string> {
  // Loaded on demand: most of our processes start no program.
  const { execFile } = await import('node:child_process');
  const running = promisify(execFile)(path, given, { windowsHide: true, ...options });
  // A program that has already ended reads nothing.
  running.child.stdin?.on('error', () => undefined).end(input);
  return (await running).stdout;
}

/** If it leads a process group, ends everything that it started, too. Never throws. */
export function endProgram(pid: number | undefined, isGroup: boolean, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) {
      process.kill(isGroup ? -pid : pid, signal);
    }
  } catch {
    // It has already ended.
  }
}
