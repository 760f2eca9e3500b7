import assert from 'node:assert/strict';
import { golden } from './golden';
import { playThroughHooks } from './hookDoor';
import { assertExpected } from './player';

describe('golden list', () => {
  it('is complete', () => {
    assert.deepEqual(
      golden.map(({ number }) => number),
      Array.from({ length: 52 }, (_, index) => index + 1),
    );
  });

  for (const { number, title, trajectories } of golden) {
    it(`${number} ${title}`, () => trajectories.forEach(assertExpected));
  }

  it('48 has the same decisions through the hooks', async () => {
    for (const trajectory of golden[47]?.trajectories ?? []) {
      assert.deepEqual(await playThroughHooks(trajectory), trajectory.expected, trajectory.name);
    }
  });
});
