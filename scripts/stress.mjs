// `npm run test:stress SUITE [times] [-- options of Mocha]`: repeats a suite (by default, 20 times) while two other
// processes keep the cores busy. SUITE is a run or suite of test/host/runs.ts, a test file, `windows`, `sdks`, or
// `harnesses`. Prints the output of the first run that failed, then a table.
import { spawn, spawnSync } from 'node:child_process';

const BUSY_PROCESSES = 2;
const TIMES = '20';
const GROUPS = ['windows', 'sdks', 'harnesses'];

/** Ends with its parent process, however that ends. */
const BUSY_PROGRAM = `
  const { ppid } = process;
  (function work() {
    for (const end = Date.now() + 100; Date.now() < end; );
    if (process.ppid === ppid) setImmediate(work);
  })();
`;

const [suite, ...rest] = process.argv.slice(2);
if (suite === undefined) {
  console.error('Usage: npm run test:stress SUITE [times] [-- options of Mocha]');
  process.exit(1);
}
const times = rest.find((argument) => /^\d+$/.test(argument)) ?? TIMES;
const [program, ...words] = commandOf(suite);
const options = rest.filter((argument) => argument !== times);

// Builds what the runs need before the cores are busy.
must('npm run --silent package');
if (program === 'tsx') must('node scripts/build-tests.mjs && npx tsx test/host/runTest.ts --install');

const busy = Array.from({ length: BUSY_PROCESSES }, () => spawn(process.execPath, ['-e', BUSY_PROGRAM]));
const rows = [];
let failures = 0;
for (let run = 1; run <= Number(times); run++) {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync('npx', [program, ...words, ...options], {
    encoding: 'utf8',
    maxBuffer: Infinity,
  });
  const passed = status === 0;
  if (!passed && failures === 0) console.log(`\nThe first run that failed, number ${run}:\n\n${stdout}${stderr}`);
  failures += passed ? 0 : 1;
  const seconds = (performance.now() - began) / 1000;
  rows.push(`${String(run).padStart(5)}  ${seconds.toFixed(0).padStart(5)} s  ${passed ? 'passed' : 'FAILED'}`);
  console.log(rows.at(-1));
}
busy.forEach((each) => each.kill());
console.log(`\n${suite}: ${Number(times) - failures} of ${times} runs passed`);
process.exitCode = failures > 0 ? 1 : 0;

/** @returns {[string, ...string[]]} a program of node_modules and its arguments */
function commandOf(/** @type {string} */ name) {
  if (GROUPS.includes(name)) return ['node', `scripts/${name}.mjs`];
  return name.endsWith('.test.ts')
    ? ['mocha', name]
    : ['tsx', 'test/host/runTest.ts', '--installed=out/extensions', name];
}

function must(/** @type {string} */ command) {
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
