import { endProgram } from '../files/runProgram';

/**
 * Runs a user's command line in the system's shell, without input and output. If it takes too long, it is ended with
 * everything it has started. Never throws, and nobody waits for it.
 * @param facts environment variables
 * @param onFault gets the reason for a failure, without any output
 */
export async function runCommandLine(
  line: string,
  facts: Readonly<Record<string, string>>,
  {
    environment,
    timeoutMs,
    onFault,
  }: { environment: NodeJS.ProcessEnv; timeoutMs: number; onFault: (reason: string) => void },
): Promise<void> {
  try {
    // Loaded on demand: most windows start no program.
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
      endProgram(child.pid, isGroup, 'SIGKILL');
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
