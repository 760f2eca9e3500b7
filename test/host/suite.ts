// Runs inside the extension host: VS Code's `extensionTestsPath`.
import Mocha from 'mocha';
import CountingReporter from './countingReporter';
import { showLog } from './ourLog';
import { say } from './say';
import { page } from '../e2e/page';

/** Runs the test files from the environment, filtered by `TOOL_LOOP_GREP`. VS Code calls this and waits for it. */
export async function run(): Promise<void> {
  const files = JSON.parse(process.env.TOOL_LOOP_TEST_FILES ?? '[]') as string[];
  const mocha = new Mocha({
    ui: 'bdd',
    // Far more than a test takes: a busy machine is four times as slow.
    timeout: 240_000,
    slow: 10_000,
    color: false,
    grep: process.env.TOOL_LOOP_GREP ?? '',
    reporter: CountingReporter,
    // Where Mocha's own command line puts the files it found; the reporter looks for files without a test.
    ...{ files },
  });
  files.forEach((file) => mocha.addFile(file));
  const pictures: Promise<void>[] = [];
  const failed = await new Promise<number>((resolve) => {
    mocha.run(resolve).on('fail', (test) => {
      showLog();
      pictures.push(page.showFailure(test.fullTitle()).catch(say));
    });
  });
  await Promise.all(pictures);
  if (failed > 0) {
    throw new Error(`${failed} tests failed`);
  }
}
