#!/usr/bin/env node
// Stands in for a desktop VS Code where none can be downloaded: takes the desktop's command line and
// shows the window of the npm VS Code Server in a headless browser. `--prepare` only installs what that needs.
import { join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureChromium, ensureServer } from './bootstrap.mjs';
import { processorSeconds } from './vscode/processorTime.mjs';
import { installExtension, profileIn } from './vscode/server.mjs';
import { openWindow } from './vscode/window.mjs';

/** Lines the test suites write carry this mark; everything else the workbench says is noise. See test/host/suite.ts. */
const TEST_LINE = '\u2063';
const LINES_VARIABLE = 'TOOL_LOOP_TEST_LINES';

/** The parent process; when it is gone, the window is no longer needed. */
const PARENT = process.ppid;

const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: { type: 'string', multiple: true },
    extensionTestsPath: { type: 'string' },
    prepare: { type: 'boolean' },
    'install-extension': { type: 'string', multiple: true },
    'user-data-dir': { type: 'string' },
    locale: { type: 'string' },
    log: { type: 'string' },
    'extensions-dir': { type: 'string' },
  },
});

/** VS Code shows its window and starts the tests long before this, or never. */
const START_LIMIT_MS = 120_000;

const scratch = mkdtempSync(join(tmpdir(), 'vscode-shim-'));
try {
  process.exitCode = await main();
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}

async function main() {
  ensureServer();
  ensureChromium();
  if (values.prepare) return 0;
  const profile = profileIn(scratch);
  profile.userData = text('user-data-dir') ?? profile.userData;
  profile.extensions = text('extensions-dir') ?? profile.extensions;
  const installing = texts('install-extension');
  for (const vsix of installing) await installExtension(profile, resolve(vsix));
  return installing.length > 0 ? 0 : runTests(profile);
}

/**
 * @param {import('./vscode/server.mjs').Profile} profile
 * @returns {Promise<number>} the exit code
 */
async function runTests(profile) {
  const [development, ...more] = texts('extensionDevelopmentPath');
  const tests = text('extensionTestsPath');
  if (!tests || more.length > 0) {
    throw new Error(
      'This needs one --extensionTestsPath and at most one --extensionDevelopmentPath; install the others.',
    );
  }
  const { promise: ended, resolve: end } = deferred();
  const noStart = setTimeout(() => {
    console.error(`VS Code did not start the tests within ${START_LIMIT_MS / 1000} s.`);
    end(1);
  }, START_LIMIT_MS);
  const window = await openWindow({
    profile,
    folder: resolve(positionals[0] ?? scratch),
    locale: text('locale'),
    extensionTestsPath: resolve(tests),
    extensionDevelopmentPath: development && resolve(development),
    environment: { [LINES_VARIABLE]: TEST_LINE },
    log: text('log'),
    look: { scale: Number(process.env.TOOL_LOOP_TEST_SCALE ?? 1) },
    screenshots: process.env.TOOL_LOOP_TEST_SCREENSHOTS,
    onExit: end,
    onLog: (line) => {
      if (line.startsWith(TEST_LINE)) {
        clearTimeout(noStart);
        console.log(line.slice(TEST_LINE.length));
      } else if (process.env.TOOL_LOOP_TEST_VERBOSE) {
        console.error(line);
      }
    },
  });
  window.page.once('close', () => end(1));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(1));
  const orphaned = setInterval(() => process.ppid !== PARENT && end(1), 1_000);
  const code = await ended;
  clearInterval(orphaned);
  clearTimeout(noStart);
  const seconds = processorSeconds();
  if (seconds !== undefined) console.log(`  ${seconds.toFixed(1)} s of processor time for this window`);
  await window.dispose();
  return code;
}

function deferred() {
  /** @type {(code: number) => void} */
  let resolve = () => {};
  const promise = /** @type {Promise<number>} */ (new Promise((settle) => (resolve = settle)));
  return { promise, resolve };
}

/** @param {'log' | 'locale' | 'user-data-dir' | 'extensions-dir' | 'extensionTestsPath'} name */
function text(name) {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** @param {'install-extension' | 'extensionDevelopmentPath'} name */
function texts(name) {
  return /** @type {string[]} */ (values[name] ?? []);
}
