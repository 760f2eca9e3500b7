import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagedVsix } from '../../../scripts/vsix.mjs';

describe('the package that is tested', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'vsix-'));
    writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'guard', version: '0.10.0' }));
    writeFileSync(join(root, 'guard-0.9.0.vsix'), '');
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  it('is that of this version, not one that was left behind', () => {
    assert.throws(() => packagedVsix(root), /guard-0\.10\.0\.vsix; run "npm run package"/);
    writeFileSync(join(root, 'guard-0.10.0.vsix'), '');
    assert.equal(packagedVsix(root), join(root, 'guard-0.10.0.vsix'));
  });
});
