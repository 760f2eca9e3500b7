// `npm test [-- all | GROUP | STEP …]`: tests the extension with only Node and npm. By default, it runs the group
// `unit` and, in VS Code, the steps below; `npm run test:all` runs everything except `npm run soak`. A step, such as
// "VS Code: models", includes the steps it needs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { ensureDependencies } from './bootstrap.mjs';

/** How test/host/countingReporter.ts prints its counts. */
const COUNTS_PREFIX = 'TESTS ';
/** How test/e2e/page.ts reports that assertions were left out because there is no page. */
const NO_PAGE_PREFIX = 'NO PAGE';
const COUNTED = /countingReporter|runTest\.ts --installed/;
/** How a step reports what it couldn't run or check on this machine. */
const LEFT_OUT = /^(?:ATTENTION: |NOT CHECKED)/;
const FAILED_TEST = /FAILED {2}(.*)/;

const COUNTING = '--reporter test/host/countingReporter.ts';
const ALL = 'all';
/** One more than there are cores, because steps wait for processes and windows. */
const MOST_AT_ONCE = availableParallelism() + 1;

/** What `npm test` runs in a real VS Code: loops of its own agent, and one of each agent in its Agent Host. */
const USUAL_IN_VSCODE = ['VS Code: tools', 'VS Code: views', 'VS Code: stopped', 'Agent Host: loop'];

/** @typedef {{ name: string, command: string, group?: string, needs?: readonly Step[] }} Step */

ensureDependencies();
const { chosenRuns, INSTALLED_EXTENSIONS } = await import('tsx/esm/api').then(
  ({ tsImport }) =>
    /** @type {Promise<typeof import('../test/host/runs')>} */ (tsImport('../test/host/runs.ts', import.meta.url)),
);

/** @type {Step} */
const INSTALL = { name: 'VS Code Server, Agent Host, browser', command: 'node scripts/vscode/prepare.mjs' };
/** @type {Step} */
const PACKAGE = { name: 'Package', command: 'npm run --silent package' };
/** @type {Step} */
const AGENTS = { name: 'Real agents', command: 'node scripts/harnesses.mjs --install' };
/** @type {Step} */
const PREPARE = {
  name: 'Tests for VS Code',
  command: 'node scripts/build-tests.mjs && npx tsx test/host/runTest.ts --install',
  needs: [INSTALL, PACKAGE],
};

/** In the order in which they start: first what others need and what takes long. @type {readonly Step[]} */
const STEPS = [
  INSTALL,
  PACKAGE,
  AGENTS,
  PREPARE,
  {
    name: 'Contracts and processes',
    group: 'unit',
    command: `npm run --silent test:process -- ${COUNTING}`,
    // They build into the folders that are packaged.
    needs: [PACKAGE],
  },
  ...stepsOfFiles('Hooks in real agents', 'harnesses', 'node scripts/harnesses.mjs', [PACKAGE, AGENTS]),
  ...chosenRuns([]).map(({ name }) => ({
    name: `VS Code: ${name}`,
    group: 'vscode',
    command: `npx tsx test/host/runTest.ts --installed=${INSTALLED_EXTENSIONS} ${name}`,
    needs: [PREPARE],
  })),
  ...stepsOfFiles('Agent Host', 'agentHost', 'npx mocha', [INSTALL, PACKAGE]),
  { name: 'Unit tests', group: 'unit', command: `npm run --silent test:inside -- ${COUNTING}` },
  { name: 'Lint', group: 'unit', command: 'npm run --silent lint' },
  { name: 'Score on recorded sessions', group: 'unit', command: 'npm run --silent eval -- --check' },
  { name: 'Types', group: 'unit', command: 'npm run --silent typecheck' },
  { name: 'Format', group: 'unit', command: 'npm run --silent format:check' },
  {
    name: 'Adapters of the library in real SDKs',
    group: 'sdks',
    command: `npm run --silent test:sdks -- ${COUNTING}`,
  },
  {
    name: 'Hook commands in Windows',
    group: 'windows',
    command: `npm run --silent test:windows -- ${COUNTING}`,
    // apt-get can't run twice at the same time.
    needs: [INSTALL],
  },
  { name: 'Arguments of 10 MB', command: `npx mocha test/robustness/large.test.ts ${COUNTING}` },
];

const wanted = process.argv.slice(2);
const known = [ALL, ...STEPS.flatMap(({ name, group }) => (group === undefined ? [name] : [group, name]))];
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are: ${[...new Set(known)].join(', ')}`);
  process.exit(1);
}

const total = { passed: 0, failed: 0, pending: 0, withoutPage: 0 };
const failedTests = /** @type {string[]} */ ([]);
const leftOut = /** @type {Set<string>} */ (new Set());
const seconds = /** @type {Map<string, number>} */ (new Map());
/** Whether steps that have ended, or can't run, succeeded. */
const isWell = /** @type {Map<Step, boolean>} */ (new Map());

const chosen = new Set(STEPS.filter(isChosen).flatMap(withNeeds));
const began = performance.now();
await runSteps(STEPS.filter((step) => chosen.has(step)));

console.log('\n     s');
for (const [name, took] of [...seconds, ['in all', secondsSince(began)]]) {
  console.log(`${took.toFixed(0).padStart(6)}  ${name}`);
}
const broken = [...isWell].flatMap(([{ name }, well]) => (well ? [] : [name]));
if (broken.length > 0 || total.failed > 0) {
  console.log(`\nFailed: ${broken.join(', ') || 'tests'}.`);
  process.exitCode = 1;
}
failedTests.forEach((line) => console.log(line));
leftOut.forEach((line) => console.log(`\n${line}`));
if (total.pending > 0) console.log(`\nATTENTION: ${total.pending} tests were skipped on this machine.`);
if (total.withoutPage > 0) {
  console.log(`\nATTENTION: ${total.withoutPage} times a test left assertions out, for no page of VS Code is shown.`);
}
if (wanted.length === 0) {
  const others = STEPS.filter((step) => !chosen.has(step)).map(({ name }) => name);
  console.log(`\nOnly \`npm run test:all\` runs: ${others.join(', ')}.`);
}
// A failed step without test counts, such as the type check, counts as one failure.
const failed = Math.max(total.failed, broken.length);
const skipped = total.pending > 0 ? `, ${total.pending} skipped` : '';
console.log(`\n${total.passed} passed, ${failed} failed${skipped}`);

function isChosen(/** @type {Step} */ { name, group }) {
  if (wanted.length === 0) return group === 'unit' || USUAL_IN_VSCODE.includes(name);
  return wanted.some((part) => [ALL, group, name].includes(part));
}

/** @returns {Step[]} */
function withNeeds(/** @type {Step} */ step) {
  return [step, ...(step.needs ?? []).flatMap(withNeeds)];
}

/** A step per test file in a folder; the command gets the file. @returns {Step[]} */
function stepsOfFiles(
  /** @type {string} */ title,
  /** @type {string} */ folder,
  /** @type {string} */ command,
  /** @type {Step[]} */ needs,
) {
  return readdirSync(`test/${folder}`)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => ({
      name: `${title}: ${file.replace('.test.ts', '')}`,
      group: folder,
      command: `${command} test/${folder}/${file} ${COUNTING}`,
      needs,
    }));
}

/** Runs steps in parallel, each after those that it needs. A failed step doesn't keep others from running. */
async function runSteps(/** @type {Step[]} */ waiting) {
  const running = /** @type {Set<Promise<void>>} */ (new Set());
  while (waiting.length > 0) {
    const step = waiting.find(({ needs = [] }) => needs.every((need) => isWell.has(need)));
    if (step === undefined || running.size === MOST_AT_ONCE) {
      await Promise.race(running);
      continue;
    }
    waiting.splice(waiting.indexOf(step), 1);
    if (step.needs?.some((need) => isWell.get(need) === false)) {
      console.log(`\nNot run, because what it needs failed: ${step.name}`);
      isWell.set(step, false);
    } else {
      const ends = runStep(step).finally(() => running.delete(ends));
      running.add(ends);
    }
  }
  await Promise.all(running);
}

/** Runs a step, adds up the counts in its output, and prints the rest when it ends. */
async function runStep(/** @type {Step} */ step) {
  const { name, command } = step;
  const start = performance.now();
  console.log(`· ${name}`);
  const child = spawn(`${command} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = /** @type {string[]} */ ([]);
  let hasCounted = false;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith(COUNTS_PREFIX)) {
      const { passed, failed, pending } = JSON.parse(line.slice(COUNTS_PREFIX.length));
      hasCounted = true;
      total.passed += passed;
      total.failed += failed;
      total.pending += pending;
    } else if (line.startsWith(NO_PAGE_PREFIX)) total.withoutPage += 1;
    else {
      const [, failedTest] = FAILED_TEST.exec(line) ?? [];
      if (failedTest !== undefined) failedTests.push(`  ${name}: ${failedTest}`);
      if (LEFT_OUT.test(line)) leftOut.add(line);
      lines.push(line);
    }
  }
  const [code] = await exited;
  seconds.set(name, secondsSince(start));
  const isSilent = code === 0 && COUNTED.test(command) && !hasCounted;
  if (isSilent) lines.push('It ended well without running a test.');
  isWell.set(step, code === 0 && !isSilent);
  console.log([`\n═ ${name} (${secondsSince(start).toFixed(0)} s)`, ...lines].join('\n'));
}

function secondsSince(/** @type {number} */ start) {
  return (performance.now() - start) / 1000;
}
