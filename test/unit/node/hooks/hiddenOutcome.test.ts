import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hiddenOutcome } from '../../../../src/node/hooks/fileContents';

describe('the outcome of a call whose result hooks don’t get', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hidden-'));
    path = join(folder, 'a.txt');
    writeFileSync(path, 'secret line\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

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
