import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * The package for the version in package.json, even if older ones are next to it. `TOOL_LOOP_TEST_VSIX` overrides it.
 * @param {string} [root] of the repository
 * @throws if it hasn't been packaged
 */
export function packagedVsix(root = '.') {
  const named = process.env.TOOL_LOOP_TEST_VSIX;
  if (named) return resolve(named);
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const vsix = resolve(root, `${name}-${version}.vsix`);
  if (!existsSync(vsix)) throw new Error(`There is no ${vsix}; run "npm run package" first`);
  return vsix;
}
