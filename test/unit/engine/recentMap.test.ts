import assert from 'node:assert/strict';
import { RecentMap } from '../../../src/engine/values/boundedMap';

describe('a map of recently used values', () => {
  it('forgets the least recently used value', () => {
    const forgotten: number[] = [];
    const map = new RecentMap<string, number>(2, (value) => forgotten.push(value));
    map.set('a', 1).set('b', 2);
    assert.equal(map.get('a'), 1);
    map.set('c', 3);
    assert.deepEqual(
      [forgotten, map.latestFirst],
      [
        [2],
        [
          ['c', 3],
          ['a', 1],
        ],
      ],
    );
  });

  it('counts setting a known key as a use, but not reading it', () => {
    const map = new RecentMap<string, number>(2);
    map.set('a', 1).set('b', 2).set('a', 3);
    assert.equal(map.peek('b'), 2);
    map.set('c', 4);
    assert.deepEqual(
      [...map],
      [
        ['a', 3],
        ['c', 4],
      ],
    );
  });

  it('returns nothing for an unknown key', () => {
    const map = new RecentMap<string, number>(1);
    assert.deepEqual([map.get('a'), map.peek('a'), map.size], [undefined, undefined, 0]);
  });
});
