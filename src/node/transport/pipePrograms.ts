import { promisify } from 'node:util';

/** Loaded when it is needed: the window has been there for a while by then. */
async function execFile() {
  const programs = await import('node:child_process');
  return promisify(programs.execFile);
}

/**
 * Makes a named pipe for this user only.
 * @throws where there is no `mkfifo`, or no pipe can lie there
 */
export async function makePipe(path: string): Promise<void> {
  const run = await execFile();
  await run('mkfifo', ['-m', '600', path]);
}

/**
 * Runs hook.sh as a hook does.
 * @returns what it printed
 * @throws when it ends in another way, or takes too long
 */
export async function runScript(
  script: string,
  input: string,
  environment: NodeJS.ProcessEnv,
  timeout: number,
): Promise<string> {
  const run = await execFile();
  const running = run('/bin/sh', ['-c', '. "$0"', script], { env: environment, timeout });
  // A shell that cannot start reads nothing; how it ended tells why.
  running.child.stdin?.on('error', () => undefined).end(input);
  return (await running).stdout;
}
