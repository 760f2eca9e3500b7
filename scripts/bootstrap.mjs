// Installs what the tests and `npm start` need on a machine with only Node and npm.
// Plain Node built-ins, because this runs before node_modules exists. Each step can be interrupted and repeated.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMade, makeOnce } from './makeOnce.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NEWEST = '4.139.1';
const NODE_OF_NEWEST = '24.21.0';
/** The version of code-server to use: 4.N.x carries VS Code 1.N. */
const VERSION = process.env.TOOL_LOOP_VSCODE || NEWEST;
const SERVER = join(ROOT, '.vscode-test', VERSION === NEWEST ? 'server' : `server-${VERSION}`);
const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const VSCODE = join('node_modules', 'code-server', 'lib', 'vscode');

const BROWSER_VARIABLES = ['CHROME_PATH', 'CHROMIUM_PATH'];
const BROWSER_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const DEBIAN_PACKAGES = ['chromium', 'fonts-dejavu-core'];

export function serverNode() {
  const folder = join(SERVER, 'node_modules', NODE_PACKAGE, 'bin');
  return join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
}

export const serverMain = () => join(SERVER, VSCODE, 'out', 'server-main.js');

export const serverRoot = () => join(SERVER, VSCODE);

/** For native modules of the VS Code Server. */
export const serverNodeHeaders = () => join(SERVER, 'node_modules', NODE_PACKAGE);

export function ensureDependencies() {
  const lock = join(ROOT, 'package-lock.json');
  const installed = join(ROOT, 'node_modules', '.package-lock.json');
  // `npm ci` would empty the linked folder of another checkout.
  if (lstatSync(join(ROOT, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return;
  if (existsSync(installed) && (!existsSync(lock) || statSync(installed).mtimeMs >= statSync(lock).mtimeMs)) return;
  say('Installing the dependencies with npm');
  // Even if the environment says `production`, because all are for development.
  npm(ROOT, [existsSync(lock) ? 'ci' : 'install', '--include=dev']);
}

export function ensureServer() {
  if (VERSION !== NEWEST && isMade(SERVER)) return;
  const packages = {
    'code-server': VERSION,
    [NODE_PACKAGE]: VERSION === NEWEST ? NODE_OF_NEWEST : nodeWantedBy(VERSION),
  };
  makeOnce(SERVER, packages, (building) => {
    say(`Installing the VS Code Server (code-server ${VERSION}) with npm, about 600 MB`);
    installPackages(building, packages, ['--ignore-scripts']);
    say('Installing the dependencies of the VS Code Server with npm');
    npm(join(building, VSCODE), ['install', '--omit=dev', '--ignore-scripts']);
    buildLogWriter(building);
  });
}

/** @param {string} version of code-server @returns {string} the Node for its native modules */
function nodeWantedBy(version) {
  const asked = run(ROOT, process.platform === 'win32' ? 'npm.cmd' : 'npm', [
    'view',
    `code-server@${version}`,
    'engines.node',
  ]);
  must(`npm view code-server@${version}`, asked);
  const wanted = asked.stdout.trim();
  if (!/^\d+$/.test(wanted))
    throw new Error(`There is no code-server ${version}, or it does not say which Node it needs.`);
  return wanted;
}

/** Without this native module, the server works but writes no log files. */
function buildLogWriter(/** @type {string} */ server) {
  if (!onPath(['make']) || !onPath(['g++', 'clang++'])) {
    say('No C++ compiler here: the VS Code Server will write no log files, the tests do not need them');
    return;
  }
  say('Building the log writer of the VS Code Server');
  const headers = { npm_config_nodedir: join(server, 'node_modules', NODE_PACKAGE) };
  const built = runNpm(join(server, VSCODE), ['rebuild', '@vscode/spdlog'], headers);
  if (built.status !== 0)
    say('It could not be built: the VS Code Server will write no log files, the tests do not need them');
}

/** Finds a Chromium or Chrome, or installs Debian's. */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (!canInstallDebianPackages()) {
    throw new Error(
      `No Chromium or Chrome was found. Install one (Debian: apt-get install ${DEBIAN_PACKAGES.join(' ')}, as root) ` +
        `or name its path in ${BROWSER_VARIABLES[0]}.`,
    );
  }
  say('Installing Chromium with apt-get');
  installDebianPackages(DEBIAN_PACKAGES);
  const installed = findChromium();
  if (!installed) throw new Error('apt-get installed Chromium, but it is not on the PATH.');
  return installed;
}

export const canInstallDebianPackages = () => onPath(['apt-get']) !== undefined && process.getuid?.() === 0;

/** @throws with apt-get's output */
export function installDebianPackages(/** @type {string[]} */ packages) {
  must('apt-get update', run(ROOT, 'apt-get', ['update']));
  const noQuestions = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '--yes', '--no-install-recommends', ...packages];
  must('apt-get install', run(ROOT, 'apt-get', install, noQuestions));
}

function findChromium() {
  const named = BROWSER_VARIABLES.map((name) => process.env[name]).find((path) => path && existsSync(path));
  return named ?? onPath(BROWSER_NAMES);
}

/** @param {string[]} names @returns {string | undefined} the path of the first of these programs on the PATH */
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return names.flatMap((name) => folders.map((folder) => join(folder, name + suffix))).find((path) => existsSync(path));
}

/**
 * Installs packages into an empty folder.
 * @param {string} folder
 * @param {Record<string, string>} packages versions by name, as package.json lists them
 * @param {readonly string[]} options of npm's `install`
 */
export function installPackages(folder, packages, options) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
  npm(folder, ['install', ...options]);
}

/** @param {string} folder @param {string[]} args */
export function npm(folder, args) {
  must(`npm ${args.join(' ')}`, runNpm(folder, args));
}

/** @param {string} folder @param {string[]} args @param {NodeJS.ProcessEnv} [environment] */
export function runNpm(folder, args, environment) {
  return run(
    folder,
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    [...args, '--no-audit', '--no-fund'],
    environment,
  );
}

/** @param {string} folder @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} [environment] */
export function run(folder, program, args, environment) {
  return spawnSync(program, args, {
    cwd: folder,
    env: { ...withoutNpm(process.env), ...environment },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
}

/** `npm test` gives its children variables about this repository that would mislead an npm elsewhere. */
function withoutNpm(/** @type {NodeJS.ProcessEnv} */ environment) {
  const told = /^npm_(config_(local_prefix|prefix|noproxy|global_prefix)|package_|lifecycle_|command$)/i;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !told.test(name)));
}

/** @param {string} what @param {import('node:child_process').SpawnSyncReturns<string>} result */
export function must(what, result) {
  if (result.status === 0) return;
  const output = [result.stdout, result.stderr, result.error?.message].filter(Boolean).join('\n');
  throw new Error(`${what} failed (${result.status ?? result.signal}):\n${output}`);
}

export function say(/** @type {string} */ line) {
  console.log(`· ${line}`);
}
