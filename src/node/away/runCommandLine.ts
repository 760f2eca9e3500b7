import { endProgram } from '../files/runProgram';

/**
 * Runs a command line of the person's own in the shell of the system, without input and output, and ends it with all it
 * has started when it takes too long. Never throws, and nobody waits for it.
 * @param facts what it is told, by the names of variables
 * @param onFault told why it could not be started or did not end well; never of its output
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
