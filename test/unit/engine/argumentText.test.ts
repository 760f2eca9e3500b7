import assert from 'node:assert/strict';
import { ArgumentText } from '../../../src/engine/argumentText';

const LONG = 'const answer = await client.request("GET", url);\n'.repeat(20);

describe('arguments as text', () => {
  it('are given back as they were, with and without an anchor', () => {
    const values = [
      { path: 'a', content: `${LONG}end` },
      { path: 'a', content: `${LONG}other end \ud800 ü 漢字` },
      { path: 'a', content: `begin ${LONG}` },
      { path: 'another', lines: [1, 2.5, null, true, { deep: '' }] },
      'text',
      [],
      {},
      { a: '' },
    ];
    const first = ArgumentText.of(values[0], undefined);
    assert.ok(first !== undefined);
    for (const value of values) {
      for (const anchor of [undefined, first.anchor, '', '{']) {
        assert.deepEqual(ArgumentText.of(value, anchor)?.value, value);
      }
    }
  });

  it('take little memory beside those that they are like', () => {
    const anchor = ArgumentText.of({ content: `${LONG}one` }, undefined)?.anchor;
    const alike = ArgumentText.of({ content: `${LONG}two` }, anchor);
    assert.equal(alike?.anchor, anchor);
    assert.ok(alike !== undefined && alike.bytes < 100);
    const unlike = ArgumentText.of({ content: LONG.toUpperCase() }, anchor);
    assert.notEqual(unlike?.anchor, anchor);
  });

  it('are left alone where text would not give them back', () => {
    class Path {
      readonly path = 'a';
    }
    let deep: unknown = 'deep';
    for (let depth = 0; depth < 20; depth++) {
      deep = [deep];
    }
    const sparse: unknown[] = [1];
    sparse[3] = 2;
    for (const value of [
      undefined,
      { a: undefined },
      NaN,
      { a: -0 },
      1n,
      new Path(),
      new Date(0),
      deep,
      sparse,
      () => 1,
    ]) {
      assert.equal(ArgumentText.of(value, undefined), undefined);
    }
  });
});
