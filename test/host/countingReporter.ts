import Mocha from 'mocha';
import { say } from './say';

/** How the counts of one run are told to `scripts/test.mjs`, which sums them. */
const COUNTS_PREFIX = 'TESTS ';

/** Mocha's spec output, and one last line with the counts for a machine. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    Mocha.reporters.Base.consoleLog = say;
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes: passed = 0, failures: failed = 0, pending = 0 } = runner.stats ?? {};
      say(COUNTS_PREFIX + JSON.stringify({ passed, failed, pending }));
    });
  }
}
