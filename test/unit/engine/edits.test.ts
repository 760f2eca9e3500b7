import assert from 'node:assert/strict';
import { isEdit } from '../../../src/engine/facts/fileChange';

describe('an edit', () => {
  it('is known by two of three signs: name, field, text of several lines', () => {
    assert.ok(isEdit('edit_file', { old_string: 'a', new_string: 'b' }), 'name and field');
    assert.ok(isEdit('apply_patch', 'one\ntwo'), 'name and lines');
    assert.ok(isEdit('frobnicate', { where: 'a.ts', content: 'one\ntwo' }), 'field and lines');
    assert.ok(isEdit('multi_edit', { edits: [{ old_text: 'a' }] }), 'a field further down');
  });

  it('is none by one sign alone', () => {
    assert.ok(!isEdit('edit_mode', { on: true }));
    assert.ok(!isEdit('post', { content: 'one line' }));
    assert.ok(!isEdit('run', { command: 'one\ntwo' }));
    assert.ok(!isEdit('read', { path: 'a.ts' }));
    assert.ok(!isEdit('read', null));
  });

  it('is what is too large to be kept, and called like one or not', () => {
    assert.ok(isEdit('write_file', undefined));
    assert.ok(isEdit('send', undefined));
  });

  it('does not depend on the order of fields, however many there are', () => {
    const names = Array.from({ length: 60 }, (_, at) => `field${at}`);
    const of = (order: readonly string[]) =>
      Object.fromEntries(order.map((name) => [name, name === 'field9' ? 'one\ntwo' : 1]));
    assert.equal(isEdit('edit', of(names)), isEdit('edit', of(names.toReversed())));
  });
});
