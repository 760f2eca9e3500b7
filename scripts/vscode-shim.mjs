#!/usr/bin/env node
// Stands in for a desktop VS Code where none can be downloaded: accepts the desktop's command line and
// shows the window of the npm VS Code Server in a headless browser. `--prepare` only installs what that needs.
import { join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { mkdtempSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureChromium, ensureServer } from './bootstrap.mjs';
import { discard } from './vscode/discard.mjs';
import { processorSeconds } from './vscode/processes.mjs';
import { installExtension, profileIn } from './vscode/server.mjs';
import { runInWindow } from './vscode/window.mjs';

/** When the parent process has ended, the window is no longer needed. */
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
    'few-extensions': { type: 'boolean' },
    'extensions-dir': { type: 'string' },
  },
});

const scratch = mkdtempSync(join(tmpdir(), 'vscode-shim-'));
try {
  process.exitCode = await main();
} finally {
  discard(scratch);
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

/** @param {import('./vscode/server.mjs').Profile} profile @returns {Promise<number>} the exit code */
async function runTests(profile) {
  const [development, ...more] = texts('extensionDevelopmentPath');
  const tests = text('extensionTestsPath');
  if (!tests || more.length > 0) {
    throw new Error(
      'This needs one --extensionTestsPath and at most one --extensionDevelopmentPath; install the others.',
    );
  }
  const orphaned = new AbortController();
  const looking = setInterval(() => process.ppid !== PARENT && orphaned.abort(), 1_000);
  const { window, code } = await runInWindow(
    {
      profile,
      folder: resolve(positionals[0] ?? scratch),
      locale: text('locale'),
      extensionTestsPath: resolve(tests),
      extensionDevelopmentPath: development && resolve(development),
      log: text('log'),
      fewExtensions: values['few-extensions'] === true,
      look: { scale: Number(process.env.TOOL_LOOP_TEST_SCALE ?? 1) },
      screenshots: process.env.TOOL_LOOP_TEST_SCREENSHOTS,
    },
    (line) => console.log(line),
    orphaned.signal,
  );
  clearInterval(looking);
  const seconds = processorSeconds();
  if (seconds !== undefined) console.log(`  ${seconds.toFixed(1)} s of processor time for this window`);
  await window.dispose();
  return code;
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
