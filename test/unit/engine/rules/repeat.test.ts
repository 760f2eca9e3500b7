import assert from 'node:assert/strict';
import { repeat } from '../../../../src/engine/rules/repeat';
import type { Evidence } from '../../../../src/engine/ledger/evidence';
import { call, evidence, failing, history, inParallel, type Made, times, detect } from './evidence';

const settings = { maxRepeats: 4 };
const certainty = (seen: Evidence): string | undefined => detect(repeat, seen, settings)?.certainty;

const list = call('list', { path: '.' }, 'a b c');
const poll = (state: string) => call('status', { job: 7 }, state);
const edit = (text: string) => call('edit', { file: 'x.ts', text }, 'File updated.');

describe('repeat', () => {
  it('reports the calls, the count, the threshold, and the answers', () => {
    assert.deepEqual(detect(repeat, evidence(history(edit('a'), ...times(3, list)), list), settings), {
      detector: 'repeat',
      rule: 'repeat',
      certainty: 'certain',
      count: 4,
      setting: 'maxRepeats',
      factor: 1,
      threshold: 4,
      calls: [1, 2, 3, 4],
      steps: [[1], [2], [3], [4]],
      results: 'same',
      atCeiling: false,
      period: 1,
    });
  });

  it('is silent if every answer is new, and stops only a rush', () => {
    const polls = (n: number) => history(...Array.from({ length: n }, (_, i) => poll(`${i} %`)));
    const many = evidence(polls(39), poll(''));
    assert.equal(certainty(many), undefined);
    many.candidate.rush = 63;
    assert.equal(certainty(many), undefined);
    many.candidate.rush = 64;
    assert.equal(certainty(many), 'certain');
    const found = detect(repeat, many, settings);
    assert.deepEqual([found?.setting, found?.factor, found?.count], ['maxRepeats', 16, 64]);
  });

  it('doesn’t treat the same edit again as new work', () => {
    const test = call('test', {}, '3 of 9 failed');
    assert.equal(certainty(evidence(history(...times(3, test, edit('same')), test, edit('same')), test)), 'certain');
  });

  describe('a block of text that is written again', () => {
    const block = Array.from('abcdefg', (name) => `line ${name}`).join('\n');
    const seen = (n: number) => `The file has ${n * 7} lines now:\n${`${block}\n`.repeat(n)}`;
    const written = (tool: string, given: object) =>
      certainty(evidence(history(...[1, 2, 3].map((n) => call(tool, given, seen(n)))), call(tool, given, '')));

    it('isn’t a new answer, whatever the file’s new content', () => {
      assert.equal(written('insert', { path: 'a.ts', line: 1, text: block }), 'certain');
      assert.equal(written('edit', { args: `1:1\n${block}\nend_of_edit` }), 'certain');
      assert.equal(written('insert', { path: 'a.ts', line: 1, content: 'text\n'.repeat(1000) }), 'certain');
      const rounds = [1, 2, 3].flatMap((n) => [
        call('insert', { text: block }, seen(n)),
        call('test', {}, '3 of 9 failed'),
      ]);
      assert.equal(certainty(evidence(history(...rounds), call('insert', { text: block }))), 'likely');
    });

    it('may be needed again if it is short', () => {
      assert.equal(written('edit', { args: '9:9\n\nend_of_edit' }), undefined);
      assert.equal(written('insert', { path: 'a.ts', line: 1, text: '}\n' }), undefined);
    });

    it('isn’t one if a program gets it, or a tool that doesn’t edit', () => {
      assert.equal(written('write_stdin', { session_id: 3, chars: block }), undefined);
      assert.equal(written('write_stdin', { session_id: 3, chars: 'text\n'.repeat(1000) }), undefined);
      assert.equal(written('run_python', { content: block }), undefined);
      assert.equal(written('bash', { command: 'cat log\n'.repeat(1000) }), undefined);
    });
  });

  it('doesn’t treat a repeated call with new answers in between as a loop', () => {
    const wait = call('sleep', { seconds: 30 }, '');
    const rounds = ['1 %', '2 %', '3 %', '4 %', '5 %'].flatMap((state) => [wait, poll(state)]);
    assert.equal(certainty(evidence(history(...rounds), wait)), undefined);
  });

  it('ignores a look after edits that were each rejected for another reason', () => {
    const rejected = (text: string) => failing('edit', { file: 'x.ts', new_text: text }, `${text} is not defined`);
    const look = call('open', { path: 'x.ts', line: 40 }, 'line 40 and what follows it');
    const rounds = (each: Made) => ['total', 'sum', 'value'].flatMap((name) => [each, rejected(name)]);
    assert.equal(certainty(evidence(history(...rounds(look)), look)), undefined);
    const twice = [look, rejected('total'), rejected('sum'), rejected('total'), look];
    assert.equal(certainty(evidence(history(...twice), look)), 'likely');
    const again = [look, rejected('total'), look, rejected('total'), look];
    assert.equal(certainty(evidence(history(rejected('total'), ...again), look)), 'certain');
    const run = failing('run', { script: 'x.ts' }, 'no such file');
    assert.equal(certainty(evidence(history(...rounds(run)), run)), 'certain');
  });

  it('is only likely if a parallel call just had a new answer', () => {
    const a = failing('open', { name: 'a' }, 'locked');
    const b = failing('open', { name: 'b' }, 'locked');
    const past = history([b, a], [b, a], [b, a], [call('open', { name: 'b' }, 'contents')]);
    assert.equal(certainty(inParallel(past, a)), 'likely');
  });
});
