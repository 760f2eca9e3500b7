import assert from 'node:assert/strict';
import { RecentMap } from '../../../src/engine/values/boundedMap';

describe('a map of what was used lately', () => {
  it('forgets what was unused for longest', () => {
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

  it('takes setting a known key for a use, and a look for none', () => {
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

  it('knows nothing of a key that it does not hold', () => {
    const map = new RecentMap<string, number>(1);
    assert.deepEqual([map.get('a'), map.peek('a'), map.size], [undefined, undefined, 0]);
  });
});
