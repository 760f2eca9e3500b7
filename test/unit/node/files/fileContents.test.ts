import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf } from '../../../../src/node/files/hash';
import { contentsAround, contentsOf } from '../../../../src/node/hooks/fileContents';

describe('the contents of files', () => {
  const root = mkdtempSync(join(tmpdir(), 'guard-contents-'));
  const folder = join(root, 'work');
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'src', 'a.ts'), 'one');
  writeFileSync(join(folder, 'empty.ts'), '');
  writeFileSync(join(folder, 'large.ts'), 'x'.repeat(1024 * 1024 + 1));
  writeFileSync(join(root, 'secret'), 'outside');
  symlinkSync(join(root, 'secret'), join(folder, 'link'));
  after(() => rmSync(root, { recursive: true }));

  it('are returned as digests, by the given paths', async () => {
    const absolute = join(folder, 'src', 'a.ts');
    const digest = digestOf('one');
    assert.deepEqual(await contentsOf(['src/a.ts', absolute, 'src/a.ts'], folder), [
      { path: 'src/a.ts', digest },
      { path: absolute, digest },
    ]);
  });

  it('exclude files outside the folder; large, empty, or missing ones; links; and folders', async () => {
    const paths = ['../secret', join(root, 'secret'), 'link', 'large.ts', 'empty.ts', 'missing.ts', 'src', '.', '\0'];
    assert.deepEqual(await contentsOf(paths, folder), []);
    assert.deepEqual(await contentsOf(['src/a.ts'], undefined), []);
  });

  it('are those of unsaved editors', async () => {
    const shown = (path: string) => (path === join(folder, 'src', 'a.ts') ? 'two' : undefined);
    assert.deepEqual(await contentsOf(['src/a.ts'], folder, shown), [{ path: 'src/a.ts', digest: digestOf('two') }]);
  });

  it('are read only for calls that change files', async () => {
    const edit = { path: 'src/a.ts', old_string: 'one', new_string: 'two' };
    const around = (tool: string, given: unknown) => contentsAround({ tool, arguments: given, folder });
    assert.equal((await around('edit', edit)).length, 1);
    assert.equal((await around('edit', JSON.stringify(edit))).length, 1);
    const patch = '*** Begin Patch\n*** Update File: src/a.ts\n-one\n+two\n*** End Patch';
    assert.equal((await around('apply_patch', { input: patch })).length, 1);
    assert.deepEqual(await around('read', { path: 'src/a.ts' }), []);
    assert.deepEqual(await around('run', { command: 'cat src/a.ts' }), []);
  });
});
