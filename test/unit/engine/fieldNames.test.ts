import assert from 'node:assert/strict';
import { FieldNames } from '../../../src/engine/facts/fieldNames';
import { COMMENT, END, LENGTH, PATH, START, TASK } from '../../../src/engine/facts/patterns/fieldNames';

describe('the names of fields', () => {
  it('suggest what the fields hold, the second time as well', () => {
    const names = new FieldNames();
    for (let time = 0; time < 2; time++) {
      assert.equal(names.signsOf('filePath'), PATH);
      assert.equal(names.signsOf('start_line'), START);
      assert.equal(names.signsOf('limit'), LENGTH);
      assert.equal(names.signsOf('constructor'), 0);
    }
  });

  it('suggest together what a record holds', () => {
    const names = new FieldNames();
    assert.equal(
      names.signsIn({ path: 'a.ts', offset: 1, endLine: 2, why: 'To see it' }),
      PATH | START | END | COMMENT,
    );
    for (const value of [undefined, null, 'path', ['path'], {}]) {
      assert.equal(names.signsIn(value), 0);
    }
  });

  it('lead to the first field with a text', () => {
    const names = new FieldNames();
    assert.equal(names.textField({ path: 1, file: 'a.ts', uri: 'b.ts' }, PATH), 'file');
    assert.equal(names.textField({ path: 1 }, PATH), undefined);
    assert.equal(names.textField({ prompt: 'Look' }, TASK), 'prompt');
  });

  it('are looked at correctly however many and however long they are', () => {
    const names = new FieldNames();
    for (let at = 0; at < 1200; at++) {
      assert.equal(names.signsOf(`field${at}`), 0);
    }
    assert.equal(names.signsOf('x'.repeat(100)), 0);
    assert.equal(names.signsOf('path'), PATH);
  });
});
