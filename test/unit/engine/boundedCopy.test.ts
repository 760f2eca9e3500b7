import assert from 'node:assert/strict';
import { boundedCopy, MAX_NODES, MAX_TEXT } from '../../../src/engine/values/boundedCopy';

describe('a bounded copy', () => {
  it('cuts long texts and names, and the fields beyond its bound', () => {
    const long = 'x'.repeat(MAX_TEXT + 10);
    const cut = 'x'.repeat(MAX_TEXT + 1);
    assert.deepEqual(boundedCopy({ a: long }), { a: cut });
    assert.deepEqual(boundedCopy({ [long]: 1 }), { [cut]: 1 });
    const many = Object.fromEntries(Array.from({ length: MAX_NODES + 10 }, (_, at) => [`field ${at}`, at]));
    assert.equal(Object.keys(boundedCopy(many) as object).length, MAX_NODES - 1);
  });

  it('is plain data: each getter runs once, and __proto__ is an ordinary name', () => {
    let reads = 0;
    const copy = boundedCopy({
      get path() {
        reads += 1;
        return reads === 1 ? 'a.ts' : {};
      },
    });
    assert.deepEqual([copy, reads], [{ path: 'a.ts' }, 1]);
    const named = boundedCopy(JSON.parse('{"__proto__": "a"}')) as object;
    assert.equal(Object.getPrototypeOf(named), Object.prototype);
    assert.deepEqual(Object.keys(named), ['__proto__']);
  });
});
