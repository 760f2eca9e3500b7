// Packages for tests that are too large to be dependencies.
import { installPackages, say } from './bootstrap.mjs';
import { makeOnce } from './makeOnce.mjs';

/**
 * Installs packages into a separate folder, unless exactly these are there.
 * @param {string} folder
 * @param {Record<string, string>} packages versions by name, as in package.json
 * @param {string} what is printed during the installation
 * @param {readonly string[]} options of npm's `install`
 * @returns {string | undefined} why they couldn't be installed: for example, without a network
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
