// `npm run test:windows [-- arguments of Mocha]`: runs the hook commands as on Windows, where Linux allows that.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureWine, wine } from './wine.mjs';

const MOCHA = fileURLToPath(new URL('../node_modules/mocha/bin/mocha.js', import.meta.url));

const reason = whyNoWine();
if (reason) console.log(`\nATTENTION: no hook command is run in cmd.exe: ${reason}.`);
const told = reason ? {} : { TOOL_LOOP_WINE: JSON.stringify(wine()) };
const { status } = spawnSync(process.execPath, [MOCHA, 'test/windows/**/*.test.ts', ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, ...told },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

/** On a machine that can't get wine, for example without a network, the tests are skipped. */
function whyNoWine() {
  try {
    return ensureWine();
  } catch (error) {
    return `wine could not be installed: ${error instanceof Error ? error.message : error}`;
  }
}
