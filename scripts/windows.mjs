// `npm run test:windows [-- arguments of Mocha]`: runs the hook commands as on Windows, where Linux allows that.
import { runMocha } from './mocha.mjs';
import { ensureWine, wine } from './wine.mjs';

const reason = whyNoWine();
if (reason) console.log(`\nATTENTION: no hook command is run in cmd.exe: ${reason}.`);
const told = reason ? {} : { TOOL_LOOP_WINE: JSON.stringify(wine()) };
runMocha(['test/windows/**/*.test.ts', ...process.argv.slice(2)], told);

/** On a machine that can't get wine, for example without a network, the tests are skipped. */
function whyNoWine() {
  try {
    return ensureWine();
  } catch (error) {
    return `wine could not be installed: ${error instanceof Error ? error.message : error}`;
  }
}
