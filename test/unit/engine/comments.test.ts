import assert from 'node:assert/strict';
import { variationOf, withoutComments } from '../../../src/engine/facts/comments';

describe('comments for the user', () => {
  it('are left out when name, sentence and substance come together', () => {
    const without = { command: 'npm test' };
    for (const comment of [
      { description: 'Run the tests' },
      { explanation: 'Now let us see whether it works' },
      { purpose: 'Look again' },
      { task_summary: 'Second try' },
    ]) {
      assert.deepEqual(withoutComments({ ...without, ...comment }), without);
    }
    assert.deepEqual(withoutComments({ path: 'a.ts', explanation: 'Look at it' }), { path: 'a.ts' });
  });

  it('are none without one of the three', () => {
    for (const call of [
      { command: 'npm test', title: 'Run the tests' },
      { command: 'npm test', description: 'ls --all | sort; true' },
      { command: 'npm test', description: 'two\nlines' },
      { command: '', description: 'Run the tests' },
      { summary: 'The printer is broken', description: 'It prints no page' },
      { explanation: 'Only this and nothing else' },
      { room: 'blue', description: 'A meeting of the board' },
      'a text',
      ['Run the tests'],
      null,
    ]) {
      assert.equal(withoutComments(call), call, JSON.stringify(call));
    }
  });

  it('do not depend on the order of fields', () => {
    assert.deepEqual(withoutComments({ why: 'To be sure of it', query: 'a = 1' }), { query: 'a = 1' });
  });
});

describe('the one difference of two calls', () => {
  it('may be a sentence next to a text like code', () => {
    const call = (note: string) => ({ run: 'ls -l src/', note });
    assert.equal(variationOf(call('Look at the files again'), call('List all of the files')), 'sentence');
    assert.equal(variationOf(call('Look at the files again'), call('src/a.ts')), undefined);
    assert.equal(
      variationOf({ a: 'plain', note: 'Look at it once' }, { a: 'plain', note: 'Look at it now' }),
      undefined,
    );
  });

  it('may be a number', () => {
    assert.equal(variationOf({ file: 'a', from: 1 }, { from: 2, file: 'a' }), 'number');
    assert.equal(variationOf({ file: 'a', from: '1' }, { file: 'a', from: '2' }), undefined);
  });

  it('is none of two differences, of other fields, of equal calls, and of no record', () => {
    assert.equal(variationOf({ a: 1, b: 1 }, { a: 2, b: 2 }), undefined);
    assert.equal(variationOf({ a: 1 }, { b: 1 }), undefined);
    assert.equal(variationOf({ a: 1 }, { a: 1 }), undefined);
    assert.equal(variationOf([1], [2]), undefined);
    assert.equal(variationOf('a', 'b'), undefined);
  });
});
