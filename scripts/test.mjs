// `npm test [-- all | GROUP | STEP …] [-- --write-times]`: proves the extension, with Node and npm only. A step, such
// as "VS Code: tools", comes with the steps that it needs. A group or a step named in
// proofs.mjs is left out, with a line that says so, while nothing that it proves has changed since it last passed; if
// anything else of the product has, one step of a group runs, where SMOKE names one.
// `all` leaves nothing out. `--write-times` keeps what each step took, for the order of the next runs, and which of
// these have passed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './bootstrap.mjs';
import { PRODUCT, Proofs, PROVES } from './proofs.mjs';
import { runTasks } from './taskQueue.mjs';

/** How test/host/countingReporter.ts tells its counts. */
const COUNTS_PREFIX = 'TESTS ';
/** How test/e2e/page.ts tells that assertions were left out because there is no page. */
const NO_PAGE_PREFIX = 'NO PAGE';
/** How scripts/eval/main.ts tells what it could not check. */
const NOT_CHECKED_PREFIX = 'NOT CHECKED';
/** How the reporter names a test that failed, behind the name of its run. */
const FAILED_TEST = /FAILED {2}(.*)/;
/** How a window says what it and its agents cost: they are ended, so the shell does not count them. */
const WINDOW_TIME = /([\d.]+) s of processor time for this window/;

const COUNTING = '--reporter test/host/countingReporter.ts';
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TIMES = join(ROOT, 'scripts', 'testTimes.json');
const PROOFS = join(ROOT, 'scripts', 'testProofs.json');
const ALL = 'all';
const WRITE_TIMES = '--write-times';
/** Measures time, so it comes after everything else, and is not part of a usual run. */
const SOAK = 'soak';
/** What a step is taken for that has never been measured. */
const UNMEASURED = { seconds: 30, cores: 1 };

/** @typedef {{ name: string, command: string, needs?: readonly string[] }} Step */

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
  needs: [INSTALL.name, PACKAGE.name],
};

const options = process.argv.slice(2);
const wanted = options.filter((option) => !option.startsWith('--'));
ensureDependencies();
const { chosenRuns, INSTALLED_EXTENSIONS } = await import('tsx/esm/api').then(
  ({ tsImport }) =>
    /** @type {Promise<typeof import('../test/host/runs')>} */ (tsImport('../test/host/runs.ts', import.meta.url)),
);

/**
 * What can be asked for by name, and what it needs. Tests of processes build into the folders that are packaged, so
 * they come after the package.
 * @type {Record<string, readonly Step[]>}
 */
const GROUPS = {
  unit: [
    PACKAGE,
    { name: 'Types', command: 'npm run --silent typecheck' },
    { name: 'Format', command: 'npm run --silent format:check' },
    { name: 'Lint', command: 'npm run --silent lint' },
    { name: 'Score on recorded sessions', command: 'npm run --silent eval -- --check' },
    {
      name: 'Contracts and processes',
      command: `npm run --silent test:process -- ${COUNTING}`,
      needs: [PACKAGE.name],
    },
    { name: 'Unit tests', command: `npm run --silent test:inside -- ${COUNTING}` },
  ],
  large: [
    {
      name: 'Arguments of 10 MB',
      command: `npx mocha test/robustness/large.test.ts ${COUNTING}`,
    },
  ],
  windows: [
    {
      name: 'Hook commands in Windows',
      command: `npm run --silent test:windows -- ${COUNTING}`,
      // apt-get works for one at a time.
      needs: [INSTALL.name],
    },
  ],
  sdks: [{ name: 'Adapters of the library in real SDKs', command: `npm run --silent test:sdks -- ${COUNTING}` }],
  harnesses: [
    PACKAGE,
    AGENTS,
    ...testFilesIn('test/harnesses').map((file) => ({
      name: `Hooks in real agents: ${titleOf(file)}`,
      command: `node scripts/harnesses.mjs test/harnesses/${file} ${COUNTING}`,
      needs: [PACKAGE.name, AGENTS.name],
    })),
  ],
  vscode: [
    INSTALL,
    PACKAGE,
    PREPARE,
    ...chosenRuns([]).map(({ name }) => ({
      name: `VS Code: ${name}`,
      command: `npx tsx test/host/runTest.ts --installed=${INSTALLED_EXTENSIONS} ${name}`,
      needs: [PREPARE.name],
    })),
  ],
  agentHost: [
    INSTALL,
    PACKAGE,
    ...testFilesIn('test/agentHost').map((file) => ({
      name: `Agent Host: ${titleOf(file)}`,
      command: `npx mocha test/agentHost/${file} ${COUNTING}`,
      needs: [INSTALL.name, PACKAGE.name],
    })),
  ],
  [SOAK]: [{ name: 'Soak', command: 'npm run --silent soak' }],
};

/**
 * What runs of a group that is left out, once anything else of the product has changed.
 * @type {Record<string, readonly Step[]>}
 */
const SMOKE = {
  agentHost: (GROUPS['agentHost'] ?? []).filter(({ name }) => name === 'Agent Host: loop'),
  harnesses: [
    {
      name: 'Hooks in real agents: one loop each',
      command:
        'node scripts/harnesses.mjs test/harnesses/agents.test.ts -g "same command again and again$" ' + COUNTING,
      needs: [PACKAGE.name, AGENTS.name],
    },
  ],
};

const STEPS = Object.fromEntries(
  [...Object.values(GROUPS), ...Object.values(SMOKE)].flat().map((step) => [step.name, step]),
);
const known = [ALL, ...Object.keys(GROUPS), ...Object.keys(STEPS)];
const unknown = wanted.filter((group) => !known.includes(group));
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}; there are: ${known.join(', ')}`);
  process.exit(1);
}

const total = { passed: 0, failed: 0, pending: 0, withoutPage: 0 };
const notChecked = /** @type {string[]} */ ([]);
const failedTests = /** @type {string[]} */ ([]);
const broken = /** @type {string[]} */ ([]);
/** Steps in which the tests were skipped altogether: they prove nothing. */
const withSkipped = new Set();
const scratch = mkdtempSync(join(tmpdir(), 'tool-loop-test-'));
const times = /** @type {Record<string, { seconds: number, cores: number }>} */ (
  JSON.parse(readFileSync(TIMES, 'utf8'))
);
const took = /** @type {typeof times} */ ({});

const proofs = new Proofs(PROOFS, ROOT);
const unchanged = /** @type {string[]} */ ([]);
const smoke = /** @type {Step[]} */ ([]);
const groups = Object.keys(GROUPS).filter(isChosen);
const chosenSteps = groups
  .filter((group) => group !== SOAK)
  .flatMap((group) => (GROUPS[group] ?? []).filter(({ name }) => wanted.includes(group) || isChosen(name)));
unchanged.forEach((line) => console.log(line));
const began = performance.now();
const leftOut = await runSteps([...chosenSteps, ...[...wanted, ...smoke.map(({ name }) => name)].flatMap(stepsFor)]);
leftOut.push(...(await runSteps(groups.includes(SOAK) ? (GROUPS[SOAK] ?? []) : [])));
rmSync(scratch, { recursive: true });
const seconds = secondsSince(began);

console.log('\n     s  cores');
for (const [name, { seconds, cores }] of Object.entries(took)) {
  console.log(`${seconds.toFixed(0).padStart(6)}  ${cores.toFixed(2).padStart(5)}  ${name}`);
}
const busy = Object.values(took).reduce((sum, { seconds, cores }) => sum + seconds * cores, 0);
console.log(`${seconds.toFixed(0).padStart(6)}  ${(busy / seconds).toFixed(2).padStart(5)}  in all`);
if (options.includes(WRITE_TIMES)) {
  const sorted = Object.entries({ ...times, ...took }).toSorted(([one], [other]) => one.localeCompare(other));
  writeFileSync(TIMES, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}
for (const { name } of leftOut) console.log(`\nNot run, because what it needs failed: ${name}`);
if (broken.length > 0 || leftOut.length > 0 || total.failed > 0) {
  console.log(`\nFailed: ${[...broken, ...leftOut.map(({ name }) => name)].join(', ') || 'tests'}.`);
  failedTests.forEach((line) => console.log(line));
  process.exitCode = 1;
}
if (total.pending > 0) console.log(`\nATTENTION: ${total.pending} tests were skipped on this machine.`);
if (total.withoutPage > 0) {
  console.log(`\nATTENTION: ${total.withoutPage} times a test left assertions out, for no page of VS Code is shown.`);
}
[...unchanged, ...notChecked].forEach((line) => console.log(`\nATTENTION: ${line}`));
// A step that failed without counting its tests, such as the type check, counts as one failure.
const failed = Math.max(total.failed, broken.length + leftOut.length);
const skipped = total.pending > 0 ? `, ${total.pending} skipped` : '';
console.log(`\n${total.passed} passed, ${failed} failed${skipped}`);

/** Whether a group or a step is run: it was asked for, or nothing was and it has not passed since its last change. */
function isChosen(/** @type {string} */ part) {
  if (wanted.length > 0) return wanted.includes(ALL) || wanted.includes(part);
  const paths = PROVES[part];
  const day = paths && proofs.dayOf(part, paths);
  if (day !== undefined) {
    const still = proofs.isOfProduct(part, PRODUCT) ? [] : (SMOKE[part] ?? []);
    smoke.push(...still);
    const but = still.map(({ name }) => ` but "${name}", for other files have`).join('');
    unchanged.push(
      `Not run: ${part}${but}. It passed on ${day}, and nothing has changed since in ${paths?.join(', ')}. ` +
        `\`npm test -- ${ALL}\` runs it.`,
    );
  }
  return day === undefined && part !== SOAK;
}

/** @param {readonly Step[]} steps run beside each other, each once */
function runSteps(steps) {
  const tasks = [...new Set(steps)].map((step) => ({ ...UNMEASURED, ...times[step.name], ...step }));
  return runTasks(tasks, availableParallelism(), runStep);
}

/** @returns {Step[]} the step of that name, after those that it needs; none for the name of a group */
function stepsFor(/** @type {string} */ name) {
  const step = STEPS[name];
  return step === undefined ? [] : [...(step.needs ?? []).flatMap(stepsFor), step];
}

function testFilesIn(/** @type {string} */ folder) {
  return readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
}

function titleOf(/** @type {string} */ file) {
  return file.replace('.test.ts', '');
}

/** Runs a step and shows its lines when it ends; a step that fails does not keep others from running. */
async function runStep(/** @type {Step} */ step) {
  const { name } = step;
  const start = performance.now();
  console.log(`· ${name}`);
  const lines = /** @type {string[]} */ ([]);
  const { isWell, processorSeconds } = await runCommand(step, (line) => lines.push(line));
  const seconds = secondsSince(start);
  console.log([`\n═ ${name} (${seconds.toFixed(0)} s)`, ...lines].join('\n'));
  took[name] = { seconds: Math.round(seconds), cores: Math.round((100 * processorSeconds) / seconds) / 100 };
  if (!isWell) broken.push(name);
  if (options.includes(WRITE_TIMES)) keepProofs(name);
  return isWell;
}

/** Keeps that the groups have passed of which this step was the last: a run that is broken off has proved them. */
function keepProofs(/** @type {string} */ step) {
  for (const [group, paths] of Object.entries(PROVES)) {
    const names = (GROUPS[group] ?? [STEPS[group]]).map((each) => each?.name ?? group);
    const hasPassed = names.every((name) => name in took && !broken.includes(name) && !withSkipped.has(name));
    if (names.includes(step) && hasPassed) proofs.keep(group, paths, PRODUCT, new Date());
  }
}

/** Runs a command, hands over its lines and adds up the counts among them. */
async function runCommand(/** @type {Step} */ { name, command }, /** @type {(line: string) => void} */ show) {
  const times = join(scratch, `${Object.keys(took).length}-${performance.now()}`);
  const timed = process.platform === 'win32' ? command : `(${command}); code=$?; times >'${times}'; exit $code`;
  const child = spawn(`${timed} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let processorSeconds = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith(COUNTS_PREFIX)) add(name, JSON.parse(line.slice(COUNTS_PREFIX.length)));
    else if (line.startsWith(NO_PAGE_PREFIX)) total.withoutPage += 1;
    else {
      const [, failedTest] = FAILED_TEST.exec(line) ?? [];
      if (failedTest !== undefined) failedTests.push(`  ${name}: ${failedTest}`);
      if (line.startsWith(NOT_CHECKED_PREFIX)) notChecked.push(line);
      processorSeconds += Number(WINDOW_TIME.exec(line)?.[1] ?? 0);
      show(line);
    }
  }
  const [code] = await exited;
  return { isWell: code === 0, processorSeconds: processorSeconds + childSeconds(times) };
}

/** What the children of a shell used, from what its `times` wrote: minutes and seconds, for user and system. */
function childSeconds(/** @type {string} */ file) {
  try {
    const [, children = ''] = readFileSync(file, 'utf8').split('\n');
    return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + 60 * Number(m) + Number(s), 0);
  } catch {
    return 0;
  }
}

/**
 * @param {string} step
 * @param {{ passed: number, failed: number, pending: number }} counts
 */
function add(step, { passed, failed, pending }) {
  if (passed === 0) withSkipped.add(step);
  total.passed += passed;
  total.failed += failed;
  total.pending += pending;
}

function secondsSince(/** @type {number} */ start) {
  return (performance.now() - start) / 1000;
}
