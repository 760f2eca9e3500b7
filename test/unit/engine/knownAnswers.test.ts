import assert from 'node:assert/strict';
import { BoundedMap } from '../../../src/engine/values/boundedMap';
import { noteLast } from '../../../src/engine/ledger/sinceMessage';
import { digestOf } from '../../../src/node/files/hash';

const digests = (...texts: string[]): string[] => texts.map(digestOf);
const [first = '', second = '', third = '', answer = '', another = ''] = digests('1', '2', '3', 'a', 'b');

describe('known answers', () => {
  it('tell an answer that is new for its call from the same one again', () => {
    const known = new BoundedMap<string, string>(5);
    assert.equal(noteLast(known, first, answer), true);
    assert.equal(noteLast(known, first, answer), false);
    assert.equal(noteLast(known, second, answer), true);
    assert.equal(noteLast(known, first, another), true);
    assert.equal(noteLast(known, first, answer), true, 'only the last answer counts');
  });

  it('are forgotten with the oldest call, and a new answer of a known call keeps its place', () => {
    const known = new BoundedMap<string, string>(2);
    noteLast(known, first, answer);
    noteLast(known, second, answer);
    noteLast(known, first, another);
    noteLast(known, third, answer);
    assert.equal(noteLast(known, second, answer), false);
    assert.equal(noteLast(known, first, another), true);
  });

  it('go on from what any version stored: whole digests, or their ends', () => {
    for (const end of [(digest: string) => digest, (digest: string) => digest.slice(-5)]) {
      const known = new BoundedMap<string, string>(5);
      noteLast(known, end(first), end(answer));
      assert.equal(noteLast(known, first, answer), false);
      assert.equal(noteLast(known, first, another), true);
    }
  });
});
