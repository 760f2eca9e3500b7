import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOnce } from '../../../scripts/makeOnce.mjs';

/** No process has this number: it is beyond the largest one on Linux. */
const NOBODY = 2 ** 22 + 1;

describe('a folder that is made once', () => {
  let root: string;
  let folder: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'make-once-'));
    folder = join(root, 'made');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const make = (version: string, text = version): void =>
    makeOnce(folder, { version }, (building) => writeFileSync(join(building, 'file'), text));
  const content = (): string => readFileSync(join(folder, 'file'), 'utf8');

  it('is made again only when it is to be made from something else', () => {
    make('1');
    make('1', 'not again');
    assert.equal(content(), '1');
    make('2');
    assert.equal(content(), '2');
    assert.deepEqual(readdirSync(root), ['made']);
  });

  it('is not there, or stays, when making it fails', () => {
    const fail = (version: string): void =>
      assert.throws(() =>
        makeOnce(folder, { version }, () => {
          throw new Error('no network');
        }),
      );
    fail('1');
    assert.deepEqual(readdirSync(root), []);
    make('1');
    fail('2');
    assert.deepEqual([readdirSync(root), content()], [['made'], '1']);
  });

  it('is the one that was done first, when two make it at the same time', () => {
    makeOnce(folder, { version: '1' }, () => {
      // The other process.
      mkdirSync(folder);
      writeFileSync(join(folder, 'file'), 'first');
      writeFileSync(join(folder, 'complete.json'), JSON.stringify({ version: '1' }));
    });
    assert.deepEqual([readdirSync(root), content()], [['made'], 'first']);
  });

  it('takes away what a process left that has ended, not what one is building', () => {
    const [left, building] = [`made.partial-${NOBODY}`, `made.partial-${process.ppid}`];
    for (const name of [left, building, `other.partial-${NOBODY}`]) {
      mkdirSync(join(root, name));
    }
    make('1');
    assert.deepEqual(readdirSync(root).sort(), ['made', building, `other.partial-${NOBODY}`]);
  });
});
