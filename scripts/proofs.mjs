// The rule by which `npm test` leaves a group of tests or one step out: nothing that it proves has changed since it
// last passed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What decides how everything is built, and in which versions of what it runs. */
const BUILD = ['esbuild.js', 'package-lock.json', 'scripts/bootstrap.mjs'];

/** What every suite in a window of VS Code runs in. */
const WINDOW = [
  ...BUILD,
  'scripts/build-tests.mjs',
  'scripts/vscode',
  'scripts/vscode-shim.mjs',
  'test/e2e/agent.ts',
  'test/e2e/page.ts',
  'test/e2e/settings.ts',
  'test/fixtures/scripted-model',
  'test/host',
];

/**
 * Files and folders that these groups and steps prove, with their tests. The rest of the product is proved by what
 * always runs: the engine and what a hook decides by unit tests, how a window is put together by the runs of VS Code
 * that are not named here.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const PROVES = {
  agentHost: [
    ...BUILD,
    'plugin',
    'src/hook.ts',
    'src/node/agentHost',
    'src/node/plugin',
    'src/node/transcripts',
    'src/node/wire',
    'src/vscode/agent',
    'src/vscode/chatPanel',
    'src/vscode/hooks',
    'test/agentHost',
    'scripts/vscode',
    'scripts/vsix.mjs',
  ],
  harnesses: [
    ...BUILD,
    'plugin',
    'src/hook.ts',
    'src/opencode.ts',
    'src/repositoryHook.ts',
    'src/node/agents',
    'src/node/install',
    'src/node/plugin',
    'src/node/run',
    'src/node/sessions',
    'src/node/transcripts',
    'src/node/wire',
    // The hooks are those that it gives, and it tells what was measured.
    'docs/contributing/hooks.md',
    'test/agentHost/model',
    'test/fakes/windowHooks.ts',
    'test/harnesses',
    'test/robustness/hookProcess.ts',
    'scripts/harnesses.mjs',
    'scripts/installedPackages.mjs',
  ],
  // The library holds the engine, and all of it takes half a minute.
  sdks: [
    ...BUILD,
    'api/library',
    'docs/developers.md',
    'src/engine',
    'src/library',
    'test/sdks',
    'scripts/sdks.mjs',
    'scripts/installedPackages.mjs',
  ],
  large: ['src/engine/values/canonical.ts', 'src/engine/facts/outcome.ts', 'test/robustness/large.test.ts'],
  'VS Code: inGerman': [...WINDOW, 'l10n', 'package.nls.de.json', 'package.nls.json', 'test/e2e/german.test.ts'],
  'VS Code: models': [...WINDOW, 'src/core/models', 'src/vscode/guardedModels', 'test/e2e/models.test.ts'],
  'VS Code: opinions': [
    ...WINDOW,
    'src/core/feedback',
    'src/vscode/feedback',
    'test/e2e/feedback.test.ts',
    'test/e2e/keyboard.test.ts',
  ],
  'VS Code: stopped': [
    ...WINDOW,
    'src/core/chat',
    'src/vscode/chatPanel',
    'src/vscode/tryIt',
    'test/e2e/stops.test.ts',
  ],
  'VS Code: views': [
    ...WINDOW,
    'src/core/explanation',
    'src/core/metrics',
    'src/core/replay',
    'src/core/status',
    'src/core/timeline',
    'src/core/timelineView',
    'src/vscode/metrics',
    'src/vscode/protection',
    'src/vscode/replay',
    'src/vscode/status',
    'src/vscode/timeline',
    'test/e2e/face.test.ts',
    'test/e2e/replay.test.ts',
    'test/e2e/scan.test.ts',
    'test/e2e/smallWindow.test.ts',
    'test/e2e/timeline.test.ts',
  ],
};

/**
 * What can still break a real agent's run while nothing changes of what its group proves. Then one step of the group
 * runs, which has that agent loop and be stopped.
 */
export const PRODUCT = [...BUILD, 'api', 'l10n', 'package.json', 'plugin', 'src'];

/**
 * @typedef {{ hash: string, product: string, on: string }} Proof hashes of what a group has passed with, of its own
 *   files and of the whole product, and the day
 */

/** The proofs that are kept in a file, and the state of the files that they are about. */
export class Proofs {
  /** @type {string} */
  #file;
  /** @type {string} */
  #root;
  /** @type {Record<string, Proof>} */
  #kept;

  /**
   * @param {string} file
   * @param {string} root of the repository
   */
  constructor(file, root) {
    this.#file = file;
    this.#root = root;
    this.#kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  }

  /**
   * @param {string} group
   * @param {readonly string[]} paths
   * @returns {string | undefined} the day on which the group passed with these files; undefined if they have changed
   *   since, or it never passed
   */
  dayOf(group, paths) {
    const proof = this.#kept[group];
    return proof !== undefined && proof.hash === this.#hashOf(paths) ? proof.on : undefined;
  }

  /**
   * @param {string} group
   * @param {readonly string[]} product
   * @returns {boolean} whether it is known that nothing of the product has changed since the group passed
   */
  isOfProduct(group, product) {
    const known = this.#kept[group]?.product;
    return known !== undefined && known === this.#hashOf(product);
  }

  /**
   * Keeps that a group has passed.
   * @param {string} group
   * @param {readonly string[]} paths
   * @param {readonly string[]} product
   * @param {Date} on
   */
  keep(group, paths, product, on) {
    const hash = this.#hashOf(paths);
    const ofProduct = this.#hashOf(product);
    if (hash === undefined || ofProduct === undefined) return;
    this.#kept[group] = { hash, product: ofProduct, on: on.toISOString().slice(0, 10) };
    const sorted = Object.entries(this.#kept).toSorted(([one], [other]) => one.localeCompare(other));
    writeFileSync(this.#file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
  }

  /**
   * @param {readonly string[]} paths
   * @returns {string | undefined} undefined where Git cannot say which files belong to the repository
   */
  #hashOf(paths) {
    const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths];
    const { status, stdout } = spawnSync('git', options, { cwd: this.#root, encoding: 'utf8' });
    if (status !== 0) return undefined;
    const hash = createHash('sha256');
    for (const name of [...new Set(stdout.split('\0'))].filter(Boolean).toSorted()) {
      const path = join(this.#root, name);
      // A file that is deleted and not yet committed is still listed.
      if (existsSync(path)) hash.update(`${name}\0`).update(readFileSync(path)).update('\0');
    }
    return hash.digest('hex').slice(0, 16);
  }
}
