const TIMEOUT_MS = 10_000;

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

/** Asks a program that can run hooks, Node or an editor, for its version of Node; undefined when it does not tell. */
export function versionOfNode(path: string): Promise<string | undefined> {
  return versionOfProgram(path, { ...process.env, NODE_OPTIONS: '', ELECTRON_RUN_AS_NODE: '1' });
}

/** Runs a program as an agent does, gives it what it reads, and returns what it prints. */
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
