// The rule by which `npm test` leaves a group of tests out: nothing that it proves has changed since it last passed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files and folders that only these groups prove, with their tests. The rest of the product, such as the engine, is
 * proved by what always runs.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const PROVES = {
  agentHost: [
    'plugin',
    'src/node/agentHost',
    'src/node/hooks',
    'src/node/plugin',
    'src/node/transcripts',
    'src/node/transport',
    'src/node/wire',
    'src/node/protection',
    'src/vscode/agent',
    'src/vscode/chatPanel',
    'src/vscode/hooks',
    'test/agentHost',
    'scripts/vscode',
  ],
  harnesses: ['plugin', 'src/node', 'test/agentHost/model', 'test/harnesses', 'scripts/harnesses.mjs'],
  sdks: ['api/library', 'docs/library.md', 'src/library', 'test/sdks', 'scripts/sdks.mjs'],
  large: ['src/engine/values/canonical.ts', 'src/engine/facts/outcome.ts', 'test/robustness/large.test.ts'],
};

/** @typedef {{ hash: string, on: string }} Proof what a group has passed with, and the day */

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
   * Keeps that a group has passed.
   * @param {string} group
   * @param {readonly string[]} paths
   * @param {Date} on
   */
  keep(group, paths, on) {
    const hash = this.#hashOf(paths);
    if (hash === undefined) return;
    this.#kept[group] = { hash, on: on.toISOString().slice(0, 10) };
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
