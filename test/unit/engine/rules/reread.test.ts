import assert from 'node:assert/strict';
import type { Evidence } from '../../../../src/engine/ledger/evidence';
import { reread } from '../../../../src/engine/rules/reread';
import { call, evidence, failing, history, inParallel, type Made, detect } from './evidence';

const settings = { maxRereads: 3 };
const certainty = (seen: Evidence): string | undefined => detect(reread, seen, settings)?.certainty;
const after = (past: readonly Made[], next: Made): string | undefined => certainty(evidence(history(...past), next));

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}: text`).join('\n');
const read = (from: number, to: number, path = 'src/a.ts'): Made =>
  call('read', { path, offset: from, limit: to - from + 1 }, lines(from, to));
const whole = (last: number): Made => call('read', { path: 'src/a.ts' }, lines(1, last));
const again = [read(20, 60), read(10, 50), read(40, 90), read(5, 30)];

describe('reread', () => {
  it('warns at the third reading of known lines and is certain at the sixth', () => {
    const all = [read(1, 100), ...again, read(2, 12)];
    assert.deepEqual(
      [2, 3, 5, 6].map((calls) => after(all.slice(0, calls), read(15, 25))),
      [undefined, 'likely', 'likely', 'certain'],
    );
    const found = detect(reread, evidence(history(...all), read(15, 25)), settings);
    assert.deepEqual([found?.count, found?.calls, found?.results], [6, [1, 2, 3, 4, 5, 6], 'same']);
  });

  it('counts parts of pages that were already read', () => {
    assert.equal(after([read(1, 50), read(51, 100), ...again, read(2, 12)], read(30, 70)), 'certain');
  });

  it('never reports a call that reads a new line', () => {
    const all = [read(1, 100), ...again];
    assert.equal(after(all, read(90, 101)), undefined);
    assert.equal(after([...all, read(90, 110)], read(15, 25)), undefined);
  });

  it('counts what a text editor of several commands views', () => {
    const edited = (command: string, from: number, to: number): Made =>
      call('editor', { command, path: 'src/a.ts', view_range: [from, to] }, lines(from, to));
    const first = [edited('view', 1, 100), edited('view', 20, 60), edited('view', 10, 50)];
    assert.equal(after(first, edited('view', 40, 90)), 'likely');
    assert.equal(after(first, edited('undo_edit', 40, 90)), undefined);
  });

  it('recognizes the end of a file in the answer', () => {
    const to = (from: number) => call('read', { path: 'src/a.ts', offset: from }, lines(from, 80));
    assert.equal(after([whole(80), to(10), to(20), to(30)], to(40)), 'likely');
    const cut = (from: number) => call('read', { path: 'src/a.ts', offset: from }, lines(from, from + 49));
    assert.equal(after([cut(1), cut(11), cut(21), cut(31)], cut(41)), undefined);
    assert.equal(after([read(1, 100), read(101, 500), read(200, 300), read(250, 300)], read(220, 230)), 'likely');
  });

  it('restarts after an edit, after other news, and if a known part has changed', () => {
    const edit = call('edit', { path: 'src/a.ts', old_string: 'a\n', new_string: 'b\n' }, 'Updated.');
    const known = [read(1, 100), ...again.slice(0, 3)];
    assert.equal(after([...known, edit], read(15, 25)), undefined);
    assert.equal(after([...known, call('run', { command: 'make' }, 'built')], read(15, 25)), undefined);
    assert.equal(after([...known, read(1, 20, 'src/b.ts')], read(15, 25)), undefined);
    const changed = call('read', { path: 'src/a.ts', offset: 20, limit: 41 }, 'other text');
    assert.equal(after([...known, changed], read(15, 25)), undefined);
  });

  it('ignores calls in between without news, such as failures and repeated searches', () => {
    const search = call('search', { pattern: 'x' }, 'src/a.ts:3');
    const past = [
      search,
      read(1, 100),
      read(20, 60),
      search,
      failing('run', { command: 'x' }, 'not found'),
      read(2, 9),
    ];
    assert.equal(after(past, read(15, 25)), 'likely');
  });

  it('leaves the identical call to `repeat`, and counts a batch once', () => {
    assert.equal(after([read(1, 100), ...Array<Made>(4).fill(read(20, 60))], read(20, 60)), undefined);
    assert.equal(certainty(evidence(history([read(1, 100)], again), read(15, 25))), undefined);
    assert.equal(certainty(inParallel(history([read(1, 100)], again), read(15, 25))), undefined);
  });

  it('recognizes many names for lines', () => {
    const ways: ((from: number, to: number) => Made)[] = [
      (from, to) => call('a', { filePath: '/x', startLine: from, endLine: to }, lines(from, to)),
      (from, to) => call('b', { path: '/x', view_range: [from, to] }, lines(from, to)),
      (from, to) => call('c', { target_file: 'x', start_line: from, end_line: to }, lines(from, to)),
    ];
    for (const way of ways) {
      assert.equal(after([way(1, 100), way(20, 60), way(10, 50)], way(30, 40)), 'likely');
      assert.equal(after([way(1, 100), way(101, 200), way(201, 300)], way(301, 400)), undefined);
    }
  });

  it('ignores searches in one file, and pages of other lists', () => {
    const search = (from: number) => call('grep', { path: 'a', pattern: `x${from}`, limit: 10 }, 'one hit');
    assert.equal(after([search(1), search(2), search(3)], search(4)), undefined);
    const list = (limit: number) => call('list_orders', { limit }, `orders up to ${limit}`);
    assert.equal(after([list(100), list(50), list(40)], list(30)), undefined);
  });
});
