// Starts and stops the VS Code Server from npm, and installs extensions into it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { serverMain, serverNode, serverRoot } from '../bootstrap.mjs';
import { endTree } from './processes.mjs';

const START_TIMEOUT_MS = 60_000;

/** What `fewExtensions` leaves, if this version of VS Code has it. */
const BUILT_IN = [
  'configuration-editing',
  'copilot',
  'github-authentication',
  'json',
  'json-language-features',
  'markdown-basics',
  'markdown-language-features',
  'prompt-basics',
  'theme-defaults',
  'theme-seti',
];

/**
 * Folders of a VS Code instance. `userData` contains `User/settings.json`, as on the desktop.
 * @typedef {{ userData: string, extensions: string, serverData: string }} Profile
 */

/** @param {string} root an empty folder @returns {Profile} */
export function profileIn(root) {
  return {
    userData: join(root, 'user-data'),
    extensions: join(root, 'extensions'),
    serverData: join(root, 'server-data'),
  };
}

export async function installExtension(/** @type {Profile} */ profile, /** @type {string} */ vsix) {
  const child = spawn(serverNode(), [
    serverMain(),
    ...profileArguments(profile),
    '--install-extension',
    vsix,
    '--force',
  ]);
  const output = collect(child);
  const [code] = await once(child, 'exit');
  if (code !== 0 || /failed/i.test(output())) {
    throw new Error(`VS Code did not install ${vsix}:\n${output()}`);
  }
}

/**
 * Starts a server on a free local port.
 * @param {Profile} profile
 * @param {NodeJS.ProcessEnv} [environment] added to this process's; the extension host inherits it
 * @param {string} [locale] the display language
 * @param {boolean} [fewExtensions] whether VS Code has only the built-in extensions that an agent needs
 */
export async function startServer(profile, environment = {}, locale, fewExtensions = false) {
  for (const folder of Object.values(profile)) mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const child = spawn(
    serverNode(),
    [
      serverMain(),
      ...profileArguments(profile),
      ...['--host', '127.0.0.1', '--port', String(port)],
      ...(locale ? ['--locale', locale] : []),
      '--without-connection-token',
      '--accept-server-license-terms',
      '--enable-smoke-test-driver',
      '--disable-workspace-trust',
      '--telemetry-level=off',
      ...(fewExtensions ? ['--builtin-extensions-dir', linkBuiltIn(profile)] : []),
    ],
    { env: { ...withoutVsCode(process.env), ...environment }, detached: true },
  );
  const output = collect(child);
  await listening(child, port, output);
  return { port, output, stop: () => stop(child) };
}

/**
 * Makes a folder with the built-in extensions that an agent, its settings, and a Markdown preview need. The others,
 * such as those for Git and TypeScript, start with every window and take a quarter of its time.
 * @returns {string} the folder
 */
function linkBuiltIn(/** @type {Profile} */ { serverData }) {
  const folder = join(serverData, 'built-in');
  mkdirSync(folder, { recursive: true });
  for (const name of BUILT_IN) {
    const own = join(serverRoot(), 'extensions', name);
    if (existsSync(own)) symlinkSync(own, join(folder, name), 'junction');
  }
  return folder;
}

/** A shell inside VS Code has variables that would make the server believe it is a child of that window. */
function withoutVsCode(/** @type {NodeJS.ProcessEnv} */ environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('VSCODE_')));
}

function profileArguments(/** @type {Profile} */ profile) {
  return [
    ...['--user-data-dir', profile.userData],
    ...['--extensions-dir', profile.extensions],
    ...['--server-data-dir', profile.serverData],
  ];
}

function collect(/** @type {import('node:child_process').ChildProcess} */ child) {
  let text = '';
  child.stdout?.on('data', (chunk) => (text += chunk));
  child.stderr?.on('data', (chunk) => (text += chunk));
  return () => text;
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1');
  return address.port;
}

/** @param {import('node:child_process').ChildProcess} child @param {number} port @param {() => string} output */
async function listening(child, port, output) {
  const end = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`The VS Code Server ended with code ${child.exitCode}:\n${output()}`);
    if (await answers(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop(child);
  throw new Error(`The VS Code Server did not answer on port ${port}:\n${output()}`);
}

const answers = (/** @type {number} */ port) =>
  fetch(`http://127.0.0.1:${port}/version`).then(
    (response) => response.ok,
    () => false,
  );

async function stop(/** @type {import('node:child_process').ChildProcess} */ child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  await endTree(child.pid);
  await exited;
}
