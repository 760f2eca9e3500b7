// `npm start`: opens a real VS Code with the extension and a scripted model, lets its agent loop, and shows how it is
// stopped. No account. With a display the window stays open; without one a picture is saved (`npm start -- --keep` goes
// on serving the window's address).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureChromium, ensureDependencies, ensureServer } from './bootstrap.mjs';

const ROOT = resolve('.vscode-test', 'start');
const MARK = '\u2063';

ensureDependencies();
ensureServer();
ensureChromium();
const { installExtension, profileIn } = await import('./vscode/server.mjs');
const { openWindow } = await import('./vscode/window.mjs');

say('Packaging the extension');
must('npm run --silent package');
must('node scripts/build-tests.mjs');
const vsix = readdirSync('.').find((name) => name.endsWith('.vsix'));
if (!vsix) throw new Error('npm run package made no VSIX');

rmSync(ROOT, { recursive: true, force: true, maxRetries: 5 });
const profile = profileIn(ROOT);
const folder = join(ROOT, 'workspace');
// A window leaves its address in the home folder; this one is not to meet the person's own agents.
const home = join(ROOT, 'home');
for (const path of [folder, home]) mkdirSync(path, { recursive: true });
say(`Installing ${vsix} into a fresh VS Code`);
await installExtension(profile, resolve(vsix));

const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
const keep = hasDisplay || process.argv.includes('--keep');
say('Starting VS Code');
/** @type {(code: number) => void} */
let shown = () => {};
const demonstration = new Promise((end) => (shown = end));
const window = await openWindow({
  profile,
  folder,
  extensionDevelopmentPath: resolve('test', 'fixtures', 'scripted-model'),
  extensionTestsPath: resolve('out', 'test', 'e2e', 'demo.js'),
  environment: { SCRIPTED_MODEL_DEMO: '1', TOOL_LOOP_TEST_LINES: MARK, HOME: home, USERPROFILE: home },
  look: { headless: !hasDisplay },
  onLog: (line) => {
    if (line.startsWith(MARK)) say(line.slice(MARK.length));
    else if (process.env.TOOL_LOOP_TEST_VERBOSE) console.error(line);
  },
  onExit: (code) => shown(code),
});
const code = await demonstration;
if (code !== 0) say('The demonstration did not go as it should; TOOL_LOOP_TEST_VERBOSE=1 npm start tells more.');
process.exitCode = Number(code);
if (keep && code === 0) {
  say(`The window stays open (${window.page.url()}). Ask the model "Scripted One" anything. Ctrl+C ends.`);
  await new Promise((end) => {
    window.page.once('close', end);
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
  });
}
await window.dispose();

function must(/** @type {string} */ command) {
  const { status, stdout, stderr } = spawnSync(command, { shell: true, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`);
}

function say(/** @type {string} */ line) {
  console.log(`· ${line}`);
}
