// `npm test [-- unit | vscode]`: everything that proves the extension, on a machine with Node and npm only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ensureDependencies } from './bootstrap.mjs';

/** How test/host/countingReporter.ts tells its counts. */
const COUNTS_PREFIX = 'TESTS ';

const STEPS = [
  { group: 'unit', name: 'Types', command: 'npm run --silent typecheck' },
  { group: 'unit', name: 'Format', command: 'npm run --silent format:check' },
  { group: 'unit', name: 'Lint', command: 'npm run --silent lint' },
  { group: 'unit', name: 'Score on recorded sessions', command: 'npm run --silent eval -- --check' },
  {
    group: 'unit',
    name: 'Unit and contract tests',
    command: 'npm run --silent test:unit -- --reporter test/host/countingReporter.ts',
  },
  { group: 'vscode', name: 'Package', command: 'npm run --silent package' },
  { group: 'vscode', name: 'Tests for VS Code', command: 'node scripts/build-tests.mjs' },
  { group: 'vscode', name: 'Tests in VS Code', command: 'npx tsx test/host/runTest.ts' },
];

const total = { passed: 0, failed: 0, pending: 0 };
const broken = /** @type {string[]} */ ([]);
const wanted = process.argv.slice(2);

ensureDependencies();
for (const { group, name, command } of STEPS) {
  if (wanted.length > 0 && !wanted.includes(group)) continue;
  console.log(`\n═ ${name}`);
  if (!(await succeeds(command))) broken.push(name);
}

if (broken.length > 0) {
  console.log(`\nNot all is well: ${broken.join(', ')}.`);
  process.exitCode = 1;
}
if (total.pending > 0) console.log(`\nATTENTION: ${total.pending} tests were skipped on this machine.`);
// A step that failed without counting its tests, such as the type check, counts as one failure.
console.log(
  `\n${total.passed} passed, ${Math.max(total.failed, broken.length)} failed${total.pending > 0 ? `, ${total.pending} skipped` : ''}`,
);

/** Runs a command, shows its lines and adds up the counts among them. */
async function succeeds(/** @type {string} */ command) {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith(COUNTS_PREFIX)) add(JSON.parse(line.slice(COUNTS_PREFIX.length)));
    else console.log(line);
  }
  const [code] = await exited;
  return code === 0;
}

function add(/** @type {typeof total} */ { passed, failed, pending }) {
  total.passed += passed;
  total.failed += failed;
  total.pending += pending;
}
