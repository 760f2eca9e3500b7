import assert from 'node:assert/strict';
import { cycle } from '../../../../src/core/detectors/cycle';
import type { Evidence } from '../../../../src/core/detectors/detector';
import { call, evidence, history, times } from './evidence';

const settings = {
  minPatternLength: 2,
  maxPatternLength: 5,
  minPatternRepetitions: 2,
  certainRepetitions: 3,
  ceilingFactor: 4,
};
const certainty = (seen: Evidence): string | undefined => cycle.detect(seen, settings)?.certainty;
const [a, b, c, d, e, f] = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => call('read', { name }, `text of ${name}`)) as [
  ReturnType<typeof call>,
  ReturnType<typeof call>,
  ReturnType<typeof call>,
  ReturnType<typeof call>,
  ReturnType<typeof call>,
  ReturnType<typeof call>,
];

describe('cycle', () => {
  it('warns when a pattern comes round the second time and is certain the third time', () => {
    assert.equal(certainty(evidence(history(a, b), a)), undefined);
    assert.equal(certainty(evidence(history(a, b, a), b)), 'likely');
    assert.equal(certainty(evidence(history(a, b, a, b), a)), 'likely');
    assert.equal(certainty(evidence(history(a, b, a, b, a), b)), 'certain');
  });

  it('finds lengths up to the longest that is set', () => {
    assert.equal(certainty(evidence(history(a, b, c, a, b), c)), 'likely');
    assert.equal(certainty(evidence(history(a, b, c, d, e, a, b, c, d), e)), 'likely');
    assert.equal(certainty(evidence(history(a, b, c, d, e, f, a, b, c, d, e), f)), undefined);
    assert.equal(cycle.detect(evidence(history(a, b, a), b), { ...settings, minPatternLength: 3 }), undefined);
  });

  it('tells the length of the pattern and the calls of every pass', () => {
    assert.deepEqual(cycle.detect(evidence(history(d, a, b, c, a, b), c), settings), {
      detector: 'cycle',
      certainty: 'likely',
      count: 2,
      threshold: 2,
      calls: [1, 2, 3, 4, 5, 6],
      results: 'same',
      period: 3,
    });
  });

  it('never reports a plain repeat, nor a pattern as a longer one', () => {
    assert.equal(certainty(evidence(history(...times(9, a)), a)), undefined);
    assert.equal(cycle.detect(evidence(history(...times(5, a, b), a), b), settings)?.period, 2);
  });

  it('is silent when a step is answered otherwise than the last time', () => {
    const status = (state: string) => call('status', {}, state);
    assert.equal(certainty(evidence(history(a, status('1'), a, status('2'), a), status(''))), undefined);
    assert.equal(certainty(evidence(history(a, status('1'), a, status('1'), a), status(''))), 'certain');
  });

  it('speaks at the ceiling even if answers change', () => {
    const passes = (n: number) => Array.from({ length: n }, (_, i) => [a, call('status', {}, `${i}`)]).flat();
    assert.equal(certainty(evidence(history(...passes(6), a), call('status', {}))), undefined);
    assert.equal(certainty(evidence(history(...passes(7), a), call('status', {}))), 'likely');
    assert.equal(certainty(evidence(history(...passes(11), a), call('status', {}))), 'certain');
  });

  it('compares parallel calls as one step, in any order', () => {
    assert.equal(certainty(evidence(history(a, [b, c], a, [c, b], a), b)), 'certain');
    assert.equal(certainty(evidence(history(a, [b, c], a, [b, d], a), b)), undefined);
  });

  it('takes unknown answers for the same', () => {
    const [x, y] = [call('x', {}), call('y', {})];
    assert.equal(certainty(evidence(history(x, y, x), y)), 'likely');
    assert.equal(cycle.detect(evidence(history(x, y, x), y), settings)?.results, 'unknown');
  });
});
