import assert from 'node:assert/strict';
import {
  completeFinding,
  type Finding,
  isSameLoop,
  rebuiltFinding,
  type StoredFinding,
} from '../../../src/engine/rules/finding';

const stored: StoredFinding = {
  detector: 'stall',
  certainty: 'certain',
  count: 4,
  threshold: 4,
  calls: [2, 3, 5],
  results: 'errors',
  atCeiling: false,
  period: 1,
};

const cycle: Finding = {
  ...completeFinding({ ...stored, detector: 'cycle', calls: [0, 1, 2, 3], period: 2, count: 2 }),
  steps: [[0], [1], [2], [3]],
};

describe('a finding', () => {
  it('that an older version stored gets what is missing, and one that lacks nothing stays as it is', () => {
    const complete = completeFinding(stored);
    assert.deepEqual(complete, {
      ...stored,
      rule: 'stall',
      setting: 'maxStalls',
      factor: 1,
      steps: [[2], [3], [5]],
    });
    const revisit: Finding = { ...complete, rule: 'revisit', setting: 'warnRevisits', factor: 2, steps: [[2, 3], [5]] };
    assert.deepEqual(completeFinding(revisit), revisit);
  });

  it('on a call that was refused and made again is of the same step, or one repeat more', () => {
    const again = rebuiltFinding(cycle, 7);
    assert.deepEqual(again.steps, [[0], [1], [2], [3, 7]]);
    assert.deepEqual([again.count, again.certainty, again.calls], [3, 'certain', [0, 1, 2, 3, 7]]);
    assert.deepEqual(rebuiltFinding(completeFinding(stored), 6).steps, [[2], [3], [5], [6]]);
  });

  it('is of the loop found before when its evidence reaches back to it', () => {
    assert.equal(isSameLoop(completeFinding(stored), undefined), false);
    assert.deepEqual(
      [1, 2, 9].map((last) => isSameLoop(completeFinding(stored), last)),
      [false, true, true],
    );
  });
});
