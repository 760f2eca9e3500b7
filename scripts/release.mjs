// `npm run release -- 0.4.0 [--write] [--out FOLDER]`: makes a release, see docs/contributing/releasing.md.
//
// A dry run: it works on a copy of the last commit, and leaves the files to publish in `release` or FOLDER. With
// `--write`, it also commits the new version here, with a tag. It pushes and publishes nothing.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** These contain the version, like package.json, package-lock.json, and what `npm run plugin` writes. */
const DOCUMENTS = ['README.md', 'docs/agents.md', 'docs/developers.md'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, out: { type: 'string', default: join(ROOT, 'release') } },
});

try {
  release(positionals[0] ?? '', { isWritten: values.write, out: resolve(values.out) });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** @param {string} version @param {{ isWritten: boolean, out: string }} options */
function release(version, { isWritten, out }) {
  const before = JSON.parse(run('git', ['show', 'HEAD:package.json'], ROOT)).version;
  if (!/^\d+\.\d+\.\d+$/.test(version) || version.localeCompare(before, 'en', { numeric: true }) < 0) {
    throw new Error(`Name the version, such as 0.4.0: ${before} or newer. Not: "${version}".`);
  }
  if (isWritten && run('git', ['status', '--porcelain'], ROOT) !== '') {
    throw new Error('Commit or undo your changes first.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    run('git', ['worktree', 'add', '--detach', folder], ROOT);
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const notes = raise(folder, before, version);
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    // VS Code's convention: an odd minor version is a pre-release.
    const channel = Number(version.split('.')[1]) % 2 === 1 ? ['--', '--pre-release'] : [];
    run('npm', ['run', 'package', ...channel], folder);
    run('npm', ['pack', '--pack-destination', out], folder);
    cpSync(join(folder, `tool-loop-guard-${version}.vsix`), join(out, `tool-loop-guard-${version}.vsix`));
    const sums = readdirSync(out).map((name) => `${sha256(join(out, name))}  ${name}\n`);
    writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
    writeFileSync(join(out, 'notes.md'), notes);
    if (isWritten && version !== before) {
      run('git', ['commit', '--quiet', '--all', '--message', `Release ${version}`], folder);
      run('git', ['tag', `v${version}`], folder);
      run('git', ['merge', '--quiet', '--ff-only', `v${version}`], ROOT);
    }
    const kind = channel.length > 0 ? 'a pre-release' : 'a release';
    console.log(`Version ${version}, ${kind}, in ${out}:`);
    readdirSync(out).forEach((name) => console.log(`  ${name}`));
    console.log(isWritten ? 'To publish it: git push --follow-tags' : 'Nothing was committed or published.');
  } finally {
    run('git', ['worktree', 'remove', '--force', folder], ROOT);
  }
}

/**
 * Writes the version into all files that contain it, and dates the changelog.
 * @param {string} folder
 * @param {string} before
 * @param {string} version
 * @returns {string} the changes, from the changelog
 */
function raise(folder, before, version) {
  if (version !== before) {
    run('npm', ['version', version, '--no-git-tag-version', '--ignore-scripts'], folder);
    for (const name of DOCUMENTS) {
      change(join(folder, name), (text) =>
        text.replaceAll(
          new RegExp(`(tool-loop-guard-|[Vv]ersion[ -])${before.replaceAll('.', '\\.')}`, 'g'),
          `$1${version}`,
        ),
      );
    }
    change(join(folder, 'CHANGELOG.md'), (text) => text.replace('## Unreleased\n', `## ${version}\n`));
    run('npm', ['run', 'plugin'], folder);
  }
  const [, section = ''] = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8').split(`## ${version}\n`);
  const notes = section.split(/^## /m)[0]?.trim() ?? '';
  if (notes === '') {
    throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  }
  return `${notes}\n`;
}

/** @param {string} path @param {(text: string) => string} how */
function change(path, how) {
  writeFileSync(path, how(readFileSync(path, 'utf8')));
}

/** @param {string} path */
function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** @param {string} program @param {readonly string[]} given @param {string} folder */
function run(program, given, folder) {
  return execFileSync(program, given, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
