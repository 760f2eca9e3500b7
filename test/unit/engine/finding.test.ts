import assert from 'node:assert/strict';
import { GuardHarness } from '../../fakes/guardHarness';
import { type Finding, isSameLoop, rebuiltFinding } from '../../../src/engine/rules/finding';

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
  it('on a refused call that is repeated belongs to the same step, or to the next repeat', () => {
    const again = rebuiltFinding(cycle, 7);
    assert.deepEqual(again.steps, [[0], [1], [2], [3, 7]]);
    assert.deepEqual([again.count, again.certainty, again.calls], [3, 'certain', [0, 1, 2, 3, 7]]);
    assert.deepEqual(rebuiltFinding(stall, 6).steps, [[2], [3], [5], [6]]);
  });

  it('belongs to the previous loop if its evidence reaches back to it', () => {
    assert.equal(isSameLoop(stall, undefined), false);
    assert.deepEqual(
      [1, 2, 9].map((last) => isSameLoop(stall, last)),
      [false, true, true],
    );
  });

  for (const [result, isOutage] of [
    ['curl: (7) Failed to connect to localhost port 80', true],
    ['curl: (22) The requested URL returned error: 503', true],
    ['429 Too Many Requests', true],
    ['curl: (22) The requested URL returned error: 404', undefined],
    ['401 Unauthorized', undefined],
  ] as const) {
    it(`says whether a service can’t be reached: ${result}`, () => {
      const harness = new GuardHarness();
      const verdicts = [1, 2, 3, 4].map((time) =>
        harness.check('run', { command: 'curl -f http://localhost/' }, { id: `${time}`, result, isError: true }),
      );
      const stop = verdicts.at(-1);
      assert.ok(stop?.action === 'break');
      assert.equal(stop.detection.finding.isOutage, isOutage);
    });
  }
});
