// `npm run attack [-- arguments of Mocha]`: all attempts of the attacks; `npm test` makes a small part of them.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const { status } = spawnSync('npx', ['mocha', 'test/attack/**/*.test.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  env: { ...process.env, TOOL_LOOP_ATTACK: 'whole' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
