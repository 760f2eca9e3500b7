import assert from 'node:assert/strict';
import { plainPath } from '../../../src/engine/facts/paths';
import { GuardHarness, SEED_000 } from '../../fakes/guardHarness';

describe('the one spelling of a path', () => {
  it('has no detours, and starts from the session’s folder if that is known', () => {
    for (const path of ['src/a.ts', './src/a.ts', 'src//a.ts', 'src/./b/../a.ts', 'src\\a.ts']) {
      assert.equal(plainPath(path), 'src/a.ts');
      assert.equal(plainPath(path, '/shop'), '/shop/src/a.ts');
    }
    assert.equal(plainPath('/shop/src/a.ts', '/shop'), '/shop/src/a.ts');
    assert.deepEqual(
      ['', '.', './', '/', '../a/', '../../a', '~/a'].map((path) => plainPath(path)),
      ['', '.', '.', '/', '../a', '../../a', '~/a'],
    );
  });

  it('supports Windows drives and URLs', () => {
    for (const path of ['C:\\shop\\a.ts', 'c:/shop/a.ts', 'file:///c%3A/shop/a.ts', 'file:///C:/shop//a.ts']) {
      assert.equal(plainPath(path, 'D:\\other'), 'c:/shop/a.ts');
    }
    assert.equal(plainPath('a.ts', 'C:\\shop'), 'c:/shop/a.ts');
    assert.equal(plainPath('https://a.example//b/../c'), 'https://a.example//b/../c');
  });
});

describe('calls that name one file', () => {
  const spellings = ['src/a.ts', './src/a.ts', '/shop/src//a.ts', 'file:///shop/src/a.ts'];
  const stopsAt = (...calls: readonly object[]): number => {
    const harness = new GuardHarness(SEED_000, { folder: () => '/shop' });
    return calls.findIndex((given) => harness.check('tool', given).action === 'break');
  };

  it('are identical, whichever field contains its path', () => {
    assert.equal(stopsAt(...spellings.map((file_path) => ({ file_path }))), 3);
    assert.equal(stopsAt(...spellings.map((path) => ({ filePaths: [path] }))), 3);
    assert.equal(stopsAt(...spellings.map((filePath) => ({ edits: [{ filePath, text: 'x' }] }))), 3);
  });

  it('differ if it is only part of a command', () => {
    assert.equal(stopsAt(...spellings.map((path) => ({ command: `cat ${path}` }))), -1);
  });

  it('are compared relative to the folder of the call', () => {
    const harness = new GuardHarness();
    const read = (path: string, folder: string) => harness.check('read', { path }, { folder }).action;
    const calls = [
      ['a.ts', '/two'],
      ['a.ts', '/one'],
      ['/one/a.ts', '/two'],
      ['../one/a.ts', '/two'],
      ['a.ts', '/one'],
    ] as const;
    assert.deepEqual(
      calls.map(([path, folder]) => read(path, folder)),
      ['allow', 'allow', 'allow', 'warn', 'break'],
    );
  });
});
