// Packages that tests run in but that are far too large to be dependencies.
import { installPackages, say } from './bootstrap.mjs';
import { makeOnce } from './makeOnce.mjs';

/**
 * Installs packages into a folder of their own, unless just these are there already.
 * @param {string} folder
 * @param {Record<string, string>} packages versions by name, as package.json lists them
 * @param {string} what is said while they are installed
 * @param {readonly string[]} options of npm's `install`
 * @returns {string | undefined} why they could not be installed: a machine without a network has none, for example
 */
export function whyNotInstalled(folder, packages, what, options) {
  try {
    makeOnce(folder, packages, (building) => {
      say(what);
      installPackages(building, packages, options);
    });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
