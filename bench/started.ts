import { spawn } from 'node:child_process';

export interface Ended {
  readonly milliseconds: number;
  readonly output: string;
}

export function started(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input: string,
): Promise<Ended> {
  const start = performance.now();
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  return new Promise((resolve) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', () => resolve({ milliseconds: performance.now() - start, output }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
