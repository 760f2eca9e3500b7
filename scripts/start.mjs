// `npm start`: builds the extension and opens a VS Code window with it. A scripted model is there that calls one tool
// again and again, so that the guard can be seen at work without an account.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureChromium, ensureDependencies, ensureServer } from './bootstrap.mjs';

const HOME = resolve('.vscode-test', 'start');

ensureDependencies();
ensureServer();
ensureChromium();
const { installExtension, profileIn } = await import('./vscode/server.mjs');
const { openWindow } = await import('./vscode/window.mjs');

say('Packaging the extension');
const packaged = spawnSync('npm run --silent package', { shell: true, encoding: 'utf8' });
if (packaged.status !== 0) throw new Error(`npm run package failed:\n${packaged.stdout}${packaged.stderr}`);
const vsix = readdirSync('.').find((name) => name.endsWith('.vsix'));
if (!vsix) throw new Error('npm run package made no VSIX');

const profile = profileIn(HOME);
const folder = join(HOME, 'workspace');
mkdirSync(folder, { recursive: true });
await installExtension(profile, resolve(vsix));

const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
const window = await openWindow({
  profile,
  folder,
  extensionDevelopmentPath: resolve('test', 'fixtures', 'scripted-model'),
  environment: { SCRIPTED_MODEL_DEMO: '1' },
  look: { headless: !hasDisplay },
});
say(`VS Code is at ${window.page.url()}`);
if (!hasDisplay) say('No display here: open this address in a browser of this machine');
say('In the chat choose the model "Scripted One" and ask it anything. Ctrl+C ends.');
await new Promise((end) => {
  window.page.once('close', end);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
});
await window.dispose();

function say(/** @type {string} */ line) {
  console.log(`· ${line}`);
}
