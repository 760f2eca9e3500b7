type Facts = Readonly<Record<string, string>>;

interface RunOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Told why it could not be started or did not end well; never of its output. */
  readonly onFault: (reason: string) => void;
}

/**
 * Runs a command line of the person's own in the shell of the system, without input and output, and ends it with all it
 * has started when it takes too long. Never throws, and nobody waits for it.
 */
export async function runCommandLine(
  line: string,
  facts: Facts,
  { environment, timeoutMs, onFault }: RunOptions,
): Promise<void> {
  try {
    // Most windows start no program.
    const { spawn } = await import('node:child_process');
    const isGroup = process.platform !== 'win32';
    const child = spawn(line, {
      shell: true,
      stdio: 'ignore',
      detached: isGroup,
      windowsHide: true,
      env: { ...environment, ...facts },
    });
    const timer = setTimeout(() => {
      onFault('it took too long and was ended');
      end(child.pid, isGroup);
    }, timeoutMs);
    child.on('error', ({ message }) => {
      clearTimeout(timer);
      onFault(message);
    });
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      if (code !== 0 && signal === null) {
        onFault(`it ended with exit code ${code}`);
      }
    });
    child.unref();
    timer.unref();
  } catch (error) {
    onFault(error instanceof Error ? error.message : String(error));
  }
}

function end(pid: number | undefined, isGroup: boolean): void {
  try {
    if (pid !== undefined) {
      process.kill(isGroup ? -pid : pid, 'SIGKILL');
    }
  } catch {
    // It ended by itself.
  }
}
