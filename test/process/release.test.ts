import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';

const ROOT = resolve(__dirname, '../..');

describe('npm run release', function () {
  this.timeout(300_000);
  const out = mkdtempSync(join(tmpdir(), 'release-'));
  after(() => discard(out));
  before(function () {
    if (spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT }).status !== 0) {
      console.error('      ATTENTION: no release is tried, because this is no clone that Git can read.');
      this.skip();
    }
  });

  const release = (
    version: string,
  ): { readonly status: number | null; readonly stdout: string; readonly stderr: string } =>
    spawnSync(process.execPath, ['scripts/release.mjs', version, '--out', out], { cwd: ROOT, encoding: 'utf8' });
  const state = (): string =>
    execFileSync('git', ['status', '--porcelain', '--branch'], { cwd: ROOT, encoding: 'utf8' });

  it('puts what would be published into a folder, and changes nothing else', () => {
    const before = state();
    const { status, stdout, stderr } = release('99.1.0');
    assert.equal(status, 0, stderr);
    assert.match(stdout, /Version 99\.1\.0, a pre-release[^]*Nothing was committed or published/);
    assert.equal(state(), before);
    const files = ['SHA256SUMS', 'notes.md', 'tool-loop-guard-99.1.0.tgz', 'tool-loop-guard-99.1.0.vsix'];
    assert.deepEqual(readdirSync(out).toSorted(), files);
    const sums = files.slice(2).map((name) => {
      return `${createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex')}  ${name}\n`;
    });
    assert.equal(readFileSync(join(out, 'SHA256SUMS'), 'utf8'), sums.join(''));
    assert.match(readFileSync(join(out, 'notes.md'), 'utf8'), /^(?:In short:|### )[^]*\n### /);
    const packed = (name: string): string =>
      execFileSync('tar', ['-xzOf', files[2] as string, `package/${name}`], { cwd: out, encoding: 'utf8' });
    const { version, main, displayName } = JSON.parse(packed('package.json')) as Record<string, unknown>;
    assert.deepEqual([version, main, displayName], ['99.1.0', './dist/library/index.js', 'Tool Loop Guard']);
    assert.match(packed('README.md'), /npm install --global tool-loop-guard/);
    assert.match(packed('CHANGELOG.md'), /^## 99\.1\.0$/m);
  });

  it('refuses an older or invalid version', () => {
    for (const version of ['0.0.1', 'latest', '']) {
      const { status, stderr } = release(version);
      assert.equal(status, 1);
      assert.match(stderr, /Name the version, such as 0\.4\.0/);
    }
  });
});
