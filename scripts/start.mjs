// `npm start`: opens a real VS Code with the extension and a scripted model, lets its agent loop, and shows how it is
// stopped. Needs no account. With a display, the window stays open; without one, a picture is saved (with
// `npm start -- --keep`, the window's address stays available).
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureChromium, ensureDependencies, ensureServer, say } from './bootstrap.mjs';
import { packagedVsix } from './vsix.mjs';

ensureDependencies();
ensureServer();
ensureChromium();
const { installExtension, profileIn } = await import('./vscode/server.mjs');
const { discard } = await import('./vscode/discard.mjs');
const { runInWindow } = await import('./vscode/window.mjs');

say('Packaging the extension');
must('npm run --silent package');
must('node scripts/build-tests.mjs');

const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
const keep = hasDisplay || process.argv.includes('--keep');
const root = mkdtempSync(join(tmpdir(), 'tool-loop-start-'));
try {
  process.exitCode = await demonstrate();
} finally {
  discard(root);
}

/** @returns {Promise<number>} the exit code */
async function demonstrate() {
  const profile = profileIn(root);
  const folder = join(root, 'workspace');
  // A window writes its address to the home folder; the user's own agents must not find this one.
  const home = join(root, 'home');
  for (const path of [folder, home]) mkdirSync(path);
  const vsix = packagedVsix();
  say(`Installing ${vsix} into a fresh VS Code`);
  await installExtension(profile, vsix);

  say('Starting VS Code');
  const { window, code } = await runInWindow(
    {
      profile,
      folder,
      extensionDevelopmentPath: resolve('test', 'fixtures', 'scripted-model'),
      extensionTestsPath: resolve('out', 'test', 'e2e', 'demo.js'),
      environment: { SCRIPTED_MODEL_DEMO: '1', HOME: home, USERPROFILE: home },
      look: { headless: !hasDisplay },
    },
    say,
  );
  if (code !== 0) say('The demonstration did not go as it should; TOOL_LOOP_TEST_VERBOSE=1 npm start tells more.');
  if (keep && code === 0) {
    say(`The window stays open (${window.page.url()}). Ask the model "Scripted One" anything. Ctrl+C ends.`);
    await new Promise((end) => {
      window.page.once('close', end);
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
    });
  }
  await window.dispose();
  return code;
}

function must(/** @type {string} */ command) {
  const { status, stdout, stderr } = spawnSync(command, { shell: true, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`);
}
