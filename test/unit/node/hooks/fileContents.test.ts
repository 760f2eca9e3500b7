import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf } from '../../../../src/node/files/hash';
import { contentsAround, contentsOf, hiddenOutcome } from '../../../../src/node/hooks/fileContents';
import { newFolderForEach } from '../../../fakes/newFolder';

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

describe('the outcome of a call whose result hooks don’t get', () => {
  let folder: string;
  let path: string;
  newFolderForEach((made) => {
    folder = made;
    path = join(folder, 'a.txt');
    writeFileSync(path, 'secret line\n');
  });

  const outcome = (callArguments: object, tool = 'read_file', openText?: (path: string) => string) =>
    hiddenOutcome({ tool, arguments: callArguments, folder }, openText);

  it('changes exactly when the content of the read file changes', async () => {
    const before = await outcome({ filePath: path, startLine: 1, endLine: 2 });
    assert.equal((await outcome({ filePath: path }))?.digest, before?.digest);
    writeFileSync(path, 'another line\n');
    assert.notEqual((await outcome({ filePath: path, startLine: 1, endLine: 2 }))?.digest, before?.digest);
    assert.deepEqual([before?.isError, before?.kind, before?.lines], [false, 'plain', undefined]);
  });

  it('uses unsaved text in the editor', async () => {
    const saved = await outcome({ filePath: path });
    assert.notEqual((await outcome({ filePath: path }, 'read_file', () => 'typed'))?.digest, saved?.digest);
  });

  it('changes exactly when the names in the listed folder change', async () => {
    const list = () => outcome({ path: folder }, 'list_dir');
    const before = await list();
    assert.notEqual(before, undefined);
    writeFileSync(path, 'another line\n');
    assert.equal((await list())?.digest, before?.digest, 'only names are listed');
    writeFileSync(join(folder, 'b.txt'), '');
    assert.notEqual((await list())?.digest, before?.digest);
  });

  it('is unknown for a search, even for the name of a folder', async () => {
    for (const given of [{ query: folder }, { query: '.', maxResults: 20 }, { path: folder, query: 'x' }]) {
      assert.equal(await outcome(given, 'list_search'), undefined);
    }
    assert.equal(await outcome({ path: folder }, 'run_tests'), undefined);
  });

  it('is unknown for calls that read no file, and for missing files and files elsewhere', async () => {
    assert.equal(await outcome({ query: 'x' }, 'grep_search'), undefined);
    assert.equal(await outcome({ filePath: join(folder, 'none.txt') }), undefined);
    assert.equal(await outcome({ filePath: join(folder, '..', 'x.txt') }), undefined);
    assert.equal(
      await hiddenOutcome({ tool: 'read_file', arguments: { filePath: path }, folder: undefined }),
      undefined,
    );
  });

  it('contains only a digest of the file', async () => {
    assert.doesNotMatch(JSON.stringify(await outcome({ filePath: path })), /secret/);
  });
});
