const TIMEOUT_MS = 10_000;

/** Undefined where it does not tell; a program that needs a shell is not started. */
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

export function versionOfNode(path: string): Promise<string | undefined> {
  return versionOfProgram(path, { ...process.env, NODE_OPTIONS: '', ELECTRON_RUN_AS_NODE: '1' });
}

export async function outputOf(
  program: string,
  given: readonly string[],
  input: string,
  { environment, home }: { readonly environment: NodeJS.ProcessEnv; readonly home: string },
): Promise<string> {
  const { execFile } = await import('node:child_process');
  return new Promise((resolve) => {
    const options = { timeout: 2 * TIMEOUT_MS, windowsHide: true, env: environment, cwd: home };
    const child = execFile(program, given, options, (_error, output) => resolve(output));
    // What has ended already reads nothing.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
