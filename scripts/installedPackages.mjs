// Packages that tests run in but that are far too large to be dependencies.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, say } from './bootstrap.mjs';

/**
 * Installs packages into a folder of their own, unless just these are there already. A folder is whole or not there.
 * @param {string} folder
 * @param {Record<string, string>} packages versions by name, as package.json lists them
 * @param {string} what is said while they are installed
 * @param {readonly string[]} options of npm's `install`
 * @returns {string | undefined} why they could not be installed: a machine without a network has none, for example
 */
export function whyNotInstalled(folder, packages, what, options) {
  try {
    const marker = join(folder, 'complete.json');
    const wanted = JSON.stringify(packages);
    if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return undefined;
    const building = `${folder}.partial`;
    for (const old of [building, folder]) rmSync(old, { recursive: true, force: true });
    mkdirSync(building, { recursive: true });
    writeFileSync(join(building, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
    say(what);
    npm(building, ['install', ...options]);
    writeFileSync(join(building, 'complete.json'), wanted);
    renameSync(building, folder);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
