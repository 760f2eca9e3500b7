import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SlidingList } from '../../../src/engine/slidingList';

describe('SlidingList', () => {
  it('holds what an array holds that gets the same values and is shifted as often', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9)), fc.array(fc.constantFrom('add', 'lose', 'read')), (begin, steps) => {
        const expected = [...begin];
        const list = new SlidingList(begin);
        steps.forEach((step, at) => {
          if (step === 'add') {
            expected.push(at);
            list.add(at);
          } else if (step === 'lose' && expected.length > 0) {
            expected.shift();
            list.loseOldest();
          } else {
            assert.deepEqual(list.values, expected);
          }
          assert.equal(list.oldest, expected[0]);
          assert.equal(list.newest, expected.at(-1));
        });
        assert.deepEqual(list.values, expected);
        assert.equal(list.values, list.values);
      }),
    );
  });

  it('leaves the array alone that it began with', () => {
    const begin = [1, 2];
    const list = new SlidingList(begin);
    list.add(3);
    list.loseOldest();
    assert.deepEqual(begin, [1, 2]);
  });
});
