import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs Mocha and ends as it does.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [told] added to the environment
 */
export function runMocha(args, told) {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', 'mocha', 'bin', 'mocha.js'), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...told },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
