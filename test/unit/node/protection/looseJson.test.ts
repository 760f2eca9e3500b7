import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readForeignText } from '../../../../src/node/files/foreignFile';

describe('the text of a file of another program', () => {
  let folder: string;
  const linkTo = (target: string): string => {
    const link = join(folder, 'link.json');
    rmSync(link, { force: true });
    symlinkSync(target, link);
    return link;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is that of what a link leads to', () => {
    writeFileSync(join(folder, 'real.json'), '{}');
    assert.equal(readForeignText(linkTo('real.json')), '{}');
  });

  it('is not read of what is no file, or far too large, linked or not', () => {
    mkdirSync(join(folder, 'folder'));
    writeFileSync(join(folder, 'large'), 'x'.repeat(5 * 1024 * 1024));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    for (const name of ['folder', 'large', 'pipe', 'missing']) {
      assert.equal(readForeignText(join(folder, name)), undefined, name);
      assert.equal(readForeignText(linkTo(name)), undefined, `a link to a ${name}`);
    }
    assert.equal(readForeignText(linkTo('/dev/null')), undefined);
  });
});
