import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readForeignText } from '../../../../src/node/files/foreignFile';

describe('the text of another program’s file', () => {
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

  it('is read from the target of a link', () => {
    writeFileSync(join(folder, 'real.json'), '{}');
    assert.equal(readForeignText(linkTo('real.json')), '{}');
  });

  it('isn’t read if it isn’t a file or is far too large, linked or not', () => {
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
