import { runProgram } from '../files/runProgram';

const TIMEOUT_MS = 10_000;

/** Undefined where it does not tell; a program that needs a shell is not started. */
export async function versionOfProgram(path: string, env = process.env): Promise<string | undefined> {
  const output = await runProgram(path, ['--version'], { env, timeout: TIMEOUT_MS }).catch(() => '');
  return /\bv?(\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[\w.]{1,40})?)\b/.exec(output)?.[1];
}

export function versionOfNode(path: string): Promise<string | undefined> {
  return versionOfProgram(path, { ...process.env, NODE_OPTIONS: '', ELECTRON_RUN_AS_NODE: '1' });
}
