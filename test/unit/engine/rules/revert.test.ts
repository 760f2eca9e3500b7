import assert from 'node:assert/strict';
import { Evidence } from '../../../../src/engine/ledger/evidence';
import { revert } from '../../../../src/engine/rules/revert';
import type { WindowEntry } from '../../../../src/engine/ledger/entry';
import { call, evidence, failing, history, inParallel, type Made, detect } from './evidence';

const settings = { maxReverts: 3 };
const found = (past: readonly Made[], next: Made) => detect(revert, evidence(history(...past), next), settings);
const after = (past: readonly Made[], next: Made): string | undefined => found(past, next)?.certainty;

const replace = (old: string, replacement: string, path = 'src/a.ts'): Made =>
  call('edit', { file_path: path, old_string: old, new_string: replacement }, `Updated ${path}.`);
const write = (content: string, path = 'src/a.ts'): Made => call('write', { path, content }, `Wrote ${path}.`);
const test = call('run', { command: 'npm test' }, 'the same two tests fail');
const there = replace('const limit = 1;', 'const limit = 2;');
const back = replace('const limit = 2;', 'const limit = 1;');
const toAndFro = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? there : back));

/** A history with the file's content before and after each call that changes it. */
function watched(contents: readonly (readonly [before: string, after: string])[], ...past: Made[]): WindowEntry[] {
  let at = 0;
  return history(...past).map((entry) => {
    if (entry.changes === undefined) {
      return entry;
    }
    const [before, after] = contents[at++] ?? [];
    return { ...entry, changes: entry.changes.map((change) => ({ ...change, before, after })) };
  });
}

describe('revert', () => {
  it('warns at the third reverting edit in a row, whatever runs in between', () => {
    assert.deepEqual(
      [1, 2, 3, 5, 6].map((edits) => after(toAndFro.slice(0, edits), toAndFro[edits] as Made)),
      [undefined, undefined, 'likely', 'likely', 'certain'],
    );
    const tested = toAndFro.slice(0, 3).flatMap((edit) => [edit, test]);
    const finding = found(tested, back);
    assert.deepEqual([finding?.certainty, finding?.count, finding?.calls], ['likely', 3, [2, 4, 6]]);
  });

  it('recognizes reverts to whole contents', () => {
    const contents = ['one', 'two', 'one', 'two'].map((text) => write(text));
    assert.equal(after(contents, write('one')), 'likely');
    assert.equal(after(contents, write('three')), undefined);
  });

  it('ignores searches, inputs, and texts that are appended to a file', () => {
    const calls: ((at: number) => Made)[] = [
      (at) => call('find_in_file', { path: 'build.log', text: ['error', 'done'][at % 2] }, `${at} of 30`),
      (at) => call('type_text', { uri: 'app://form', text: ['Yes', 'No'][at % 2] }, `step ${at}`),
      (at) => call('append_to_file', { path: 'log.md', content: ['pass\n', 'fail\n'][at % 2] }, 'Appended.'),
      (at) => call('write_file', { path: 'log.md', content: ['pass\n', 'fail\n'][at % 2], mode: 'append' }, 'Wrote.'),
      (at) => call('write_file', { path: 'log.md', content: ['pass\n', 'fail\n'][at % 2], append: true }, 'Wrote.'),
    ];
    for (const each of calls) {
      const past = Array.from({ length: 8 }, (_, at) => each(at));
      assert.equal(after(past, each(8)), undefined);
    }
  });

  it('recognizes steps that are undone one by one', () => {
    const steps = [replace('a', 'b'), replace('c', 'd'), replace('d', 'c'), replace('b', 'a'), replace('a', 'b')];
    assert.equal(after(steps, replace('c', 'd')), 'likely');
    const joined = [replace('a', 'b'), replace('b', 'c'), replace('c', 'a'), replace('a', 'b'), replace('b', 'c')];
    assert.equal(after(joined, replace('c', 'a')), 'likely');
  });

  it('recognizes reverts in patches and in lists of edits', () => {
    const patch = (old: string, replacement: string): Made => {
      const text = [
        '*** Begin Patch',
        '*** Update File: a.ts',
        '@@',
        ' same',
        `-${old}`,
        `+${replacement}`,
        '*** End Patch',
      ];
      return call('apply_patch', { input: text.join('\n') }, 'Done!');
    };
    const list = (old: string, replacement: string): Made =>
      call('multi_edit', { edits: [{ filePath: 'a.ts', oldText: old, newText: replacement }] }, 'Done!');
    for (const way of [patch, list]) {
      assert.equal(after([way('x', 'y'), way('y', 'x'), way('x', 'y')], way('y', 'x')), 'likely');
    }
  });

  it('counts no failed edits, no edits of other files, and no batches', () => {
    const rejected = failing('edit', { file_path: 'src/a.ts', old_string: 'x', new_string: 'y' }, 'not found');
    assert.equal(after([there, back, rejected], there), undefined);
    const other = (at: number) => ({
      ...(toAndFro[at] as Made),
      arguments: { ...(there.arguments as object), file_path: 'b' },
    });
    assert.equal(after([there, other(0), back, other(1)], there), undefined);
    assert.equal(detect(revert, inParallel(history(toAndFro.slice(0, 4)), there), settings), undefined);
  });

  it('uses the file’s content if the surface can read it', () => {
    const edit = (text: string) => call('insert_edit', { path: 'a', code: `${text}\n…` }, 'Edited.');
    const four = [edit('x'), edit('y'), edit('x'), edit('y')];
    const states = [
      ['1', '2'],
      ['2', '1'],
      ['1', '2'],
      ['2', '1'],
    ] as const;
    const next = (past: WindowEntry[], before: string) => {
      const seen = evidence(past, edit('x'));
      const changes = seen.candidate.changes?.map((change) => ({ ...change, before }));
      return detect(revert, new Evidence({ ...seen.candidate, changes }, seen.history), settings)?.certainty;
    };
    assert.equal(next(watched(states, ...four), '1'), 'likely');
    assert.equal(next(watched([...states.slice(0, 3), ['2', '3']], ...four), '3'), undefined);
  });

  it('forgets earlier edits if somebody else changed the file', () => {
    const states = [
      ['1', '2'],
      ['1', '2'],
      ['1', '2'],
      ['1', '2'],
    ] as const;
    assert.equal(detect(revert, evidence(watched(states, there, there, there, there), there), settings), undefined);
  });

  it('treats an edit as unseen if the file is still unchanged, because an editor may be late', () => {
    const words = ['const limit = ', 'limit = '].flatMap((before) => [
      replace(`${before}1;`, `${before}2;`),
      replace(`${before}2;`, `${before}1;`),
    ]);
    const states = [
      ['1', '2'],
      ['2', '1'],
      ['1', '1'],
    ] as const;
    const seen = evidence(watched(states, ...words.slice(0, 3)), words[3] as Made);
    const changes = seen.candidate.changes?.map((change) => ({ ...change, before: '2' }));
    const { history: past, candidate } = seen;
    assert.equal(detect(revert, new Evidence({ ...candidate, changes }, past), settings)?.certainty, 'likely');
  });
});
