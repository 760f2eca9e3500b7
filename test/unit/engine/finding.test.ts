import assert from 'node:assert/strict';
import { type Finding, isSameLoop, rebuiltFinding } from '../../../src/engine/rules/registry';

const stall: Finding = {
  detector: 'stall',
  certainty: 'certain',
  count: 4,
  threshold: 4,
  calls: [2, 3, 5],
  results: 'errors',
  atCeiling: false,
  period: 1,
  rule: 'stall',
  setting: 'maxStalls',
  factor: 1,
  steps: [[2], [3], [5]],
};

const cycle: Finding = {
  ...stall,
  detector: 'cycle',
  rule: 'cycle',
  setting: 'maxPatternRepetitions',
  calls: [0, 1, 2, 3],
  period: 2,
  count: 2,
  steps: [[0], [1], [2], [3]],
};

describe('a finding', () => {
  it('on a call that was refused and made again is of the same step, or one repeat more', () => {
    const again = rebuiltFinding(cycle, 7);
    assert.deepEqual(again.steps, [[0], [1], [2], [3, 7]]);
    assert.deepEqual([again.count, again.certainty, again.calls], [3, 'certain', [0, 1, 2, 3, 7]]);
    assert.deepEqual(rebuiltFinding(stall, 6).steps, [[2], [3], [5], [6]]);
  });

  it('is of the loop found before when its evidence reaches back to it', () => {
    assert.equal(isSameLoop(stall, undefined), false);
    assert.deepEqual(
      [1, 2, 9].map((last) => isSameLoop(stall, last)),
      [false, true, true],
    );
  });
});
