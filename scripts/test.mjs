// `npm test [-- unit | windows | sdks | harnesses | vscode | agentHost]`: proves the extension, with Node and npm only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ensureDependencies } from './bootstrap.mjs';

/** How test/host/countingReporter.ts tells its counts. */
const COUNTS_PREFIX = 'TESTS ';
/** How test/e2e/page.ts tells that assertions were left out because there is no page. */
const NO_PAGE_PREFIX = 'NO PAGE';
/** How scripts/eval/main.ts tells what it could not check. */
const NOT_CHECKED_PREFIX = 'NOT CHECKED';
/** How the reporter marks a test that needed a second try, behind the name of its run. */
const SECOND_TRY = /SECOND TRY {2}(.*)/;

/**
 * A step that takes minutes beside another has a label: its lines are shown as they come, behind the label; an empty
 * label where the lines say themselves what they belong to.
 * @typedef {{ name: string, command: string, label?: string }} Step
 */

const wanted = process.argv.slice(2);
const isWanted = (/** @type {string} */ group) => wanted.length === 0 || wanted.includes(group);

/** What two groups would else install at the same time, into the same folder. */
const INSTALL = { name: 'VS Code Server, Agent Host, browser', command: 'node scripts/vscode/prepare.mjs' };
/** What is built once for all groups that test it. */
const PACKAGE = { name: 'Package', command: 'npm run --silent package' };
/** Beside the other tests where there are any; behind wine, for apt-get works for one at a time. */
const isInstalledEarly = isWanted('windows') && isWanted('agentHost');

const COUNTING = '--reporter test/host/countingReporter.ts';

/**
 * What can be asked for by name. Lanes of a group run beside each other, the steps of a lane one after the other.
 * What checks the text of the source has a lane of its own, and so have the tests that start no process: the others
 * wait for processes most of the time, and have to stay together, for they build into the same folders.
 * @type {Record<string, Step[][]>}
 */
const GROUPS = {
  unit: [
    [
      { name: 'Types', command: 'npm run --silent typecheck' },
      { name: 'Format', command: 'npm run --silent format:check' },
      { name: 'Lint', command: 'npm run --silent lint' },
      { name: 'Score on recorded sessions', command: 'npm run --silent eval -- --check' },
      { name: 'Cheap ratios of speed', command: 'npm run --silent bench -- --check' },
    ],
    [{ name: 'Contracts and processes', command: `npm run --silent test:process -- ${COUNTING}` }],
    [{ name: 'Unit tests', command: `npm run --silent test:inside -- ${COUNTING}` }],
  ],
  windows: [
    [
      { name: 'Hook commands in Windows', command: `npm run --silent test:windows -- ${COUNTING}` },
      ...(isInstalledEarly ? [INSTALL] : []),
    ],
  ],
  sdks: [[{ name: 'Adapters of the library in real SDKs', command: `npm run --silent test:sdks -- ${COUNTING}` }]],
  harnesses: [[{ name: 'Hooks in real agents', command: `npm run --silent test:harnesses -- ${COUNTING}` }]],
  vscode: [
    [
      { name: 'Tests for VS Code', command: 'node scripts/build-tests.mjs' },
      { name: 'Tests in VS Code', command: 'npx tsx test/host/runTest.ts', label: '' },
    ],
  ],
  agentHost: [
    [
      {
        name: 'Sessions of the Agent Host',
        command: `npm run --silent test:agent-host -- ${COUNTING}`,
        label: 'agentHost │ ',
      },
    ],
  ],
};

/**
 * Groups that run beside each other, and what they need before. Windows of VS Code keep two cores busy by themselves;
 * sessions of the Agent Host wait most of the time, and fill the gaps.
 * @type {{ before?: Step[], groups: string[] }[]}
 */
const STAGES = [
  { groups: ['unit', 'windows', 'sdks', 'harnesses'] },
  {
    before: [...(isWanted('agentHost') && !isInstalledEarly ? [INSTALL] : []), PACKAGE],
    groups: ['vscode', 'agentHost'],
  },
];

const total = { passed: 0, failed: 0, pending: 0, withoutPage: 0 };
const notChecked = /** @type {string[]} */ ([]);
const secondTries = /** @type {string[]} */ ([]);
const broken = /** @type {string[]} */ ([]);
const took = /** @type {string[]} */ ([]);
const unknown = wanted.filter((group) => !(group in GROUPS));
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}; there are: ${Object.keys(GROUPS).join(', ')}`);
  process.exit(1);
}

ensureDependencies();
const began = performance.now();
for (const { before = [], groups } of STAGES) {
  const lanes = groups.filter(isWanted).flatMap((group) => GROUPS[group]);
  if (lanes.length > 0) await runLane(before, false);
  await Promise.all(lanes.map((lane) => runLane(lane, lanes.length > 1)));
}

console.log(`\n${took.join('\n')}\n${secondsSince(began)} s  in all`);
if (broken.length > 0 || total.failed > 0) {
  console.log(`\nNot all is well: ${broken.join(', ') || 'tests failed'}.`);
  process.exitCode = 1;
}
if (total.pending > 0) console.log(`\nATTENTION: ${total.pending} tests were skipped on this machine.`);
if (total.withoutPage > 0) {
  console.log(`\nATTENTION: ${total.withoutPage} times a test left assertions out, for no page of VS Code is shown.`);
}
notChecked.forEach((line) => console.log(`\nATTENTION: ${line}`));
if (secondTries.length > 0) {
  console.log(`\nATTENTION: ${secondTries.length} tests needed a second try:\n${secondTries.join('\n')}`);
}
// A step that failed without counting its tests, such as the type check, counts as one failure.
const failed = Math.max(total.failed, broken.length);
const skipped = total.pending > 0 ? `, ${total.pending} skipped` : '';
console.log(`\n${total.passed} passed, ${failed} failed${skipped}`);

/** Runs the steps of a lane one after the other; a step that fails does not keep the next from running. */
async function runLane(/** @type {Step[]} */ lane, /** @type {boolean} */ hasNeighbours) {
  for (const { name, command, label } of lane) {
    const start = performance.now();
    const lines = /** @type {string[]} */ ([]);
    // Lines of steps that run at the same time would be mixed, so a step without a label is shown when it ends.
    const isShownAtOnce = !hasNeighbours || label !== undefined;
    const prefix = hasNeighbours ? (label ?? '') : '';
    if (isShownAtOnce) console.log(`\n═ ${name}`);
    const isWell = await succeeds(command, (line) =>
      isShownAtOnce ? console.log(prefix + line) : void lines.push(line),
    );
    if (!isShownAtOnce) console.log([`\n═ ${name}`, ...lines].join('\n'));
    if (!isWell) broken.push(name);
    took.push(`${secondsSince(start)} s  ${name}`);
  }
}

/** Runs a command, shows its lines and adds up the counts among them. */
async function succeeds(/** @type {string} */ command, /** @type {(line: string) => void} */ show) {
  const child = spawn(`${command} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith(COUNTS_PREFIX)) add(JSON.parse(line.slice(COUNTS_PREFIX.length)));
    else if (line.startsWith(NO_PAGE_PREFIX)) total.withoutPage += 1;
    else {
      const [, secondTry] = SECOND_TRY.exec(line) ?? [];
      if (secondTry !== undefined) secondTries.push(`  ${secondTry}`);
      if (line.startsWith(NOT_CHECKED_PREFIX)) notChecked.push(line);
      show(line);
    }
  }
  const [code] = await exited;
  return code === 0;
}

function add(/** @type {{ passed: number, failed: number, pending: number }} */ { passed, failed, pending }) {
  total.passed += passed;
  total.failed += failed;
  total.pending += pending;
}

function secondsSince(/** @type {number} */ start) {
  return ((performance.now() - start) / 1000).toFixed(1).padStart(6);
}
