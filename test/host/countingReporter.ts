import { relative } from 'node:path';
import Mocha from 'mocha';
import { say } from './say';

/** For `scripts/test.mjs`, which sums the counts. */
const COUNTS_PREFIX = 'TESTS ';

const MESSAGE_LENGTH = 600;

/** Ends with a line of counts for a machine. A test file without a test counts as a failure. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions & { readonly files?: readonly string[] }) {
    Mocha.reporters.Base.consoleLog = say;
    super(runner, options);
    const filesWithTests = filesOf(runner.suite);
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, (test: Mocha.Test, error: Error) => {
      say(`    FAILED  ${test.fullTitle()}: ${onOneLine(error.message)}`);
    });
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const empty = (options.files ?? []).filter((file) => !filesWithTests.has(file));
      for (const file of empty) {
        say(`  ${relative(process.cwd(), file)} registers no test`);
      }
      const { passes: passed = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      say(COUNTS_PREFIX + JSON.stringify({ passed, failed: failures + empty.length, pending }));
    });
  }
}

/** The first line of "Expected values to be strictly deep-equal:" says nothing, so the others follow it. */
function onOneLine(message: string): string {
  return message.replace(/\s*\n\s*/g, ' | ').slice(0, MESSAGE_LENGTH);
}

function filesOf(suite: Mocha.Suite): Set<string> {
  const files = new Set<string>();
  suite.eachTest(({ file }) => {
    if (file !== undefined) {
      files.add(file);
    }
  });
  return files;
}
