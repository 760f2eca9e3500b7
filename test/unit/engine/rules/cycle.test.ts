import assert from 'node:assert/strict';
import { cycle } from '../../../../src/engine/rules/cycle';
import type { Evidence } from '../../../../src/engine/ledger/evidence';
import { call, evidence, failing, history, inParallel, times, type Made, detect } from './evidence';

const settings = {
  minPatternLength: 2,
  maxPatternLength: 5,
  maxPatternRepetitions: 3,
};
const certainty = (seen: Evidence): string | undefined => detect(cycle, seen, settings)?.certainty;
const read = (name: string): Made => call('read', { name }, `text of ${name}`);
const wrong = (name: string): Made => failing('read', { name }, 'no such file');
const a = read('a');
const b = read('b');
const c = read('c');
const d = read('d');

describe('cycle', () => {
  it('finds lengths up to the configured one', () => {
    assert.equal(certainty(evidence(history(a, b, c, a, b, c), a)), 'likely');
    const five = ['a', 'b', 'c', 'd', 'e'].map(read);
    assert.equal(certainty(evidence(history(...five, ...five), a)), 'likely');
    const six = [...five, read('f')];
    assert.equal(certainty(evidence(history(...six, ...six), a)), undefined);
    assert.equal(detect(cycle, evidence(history(a, b, a, b), a), { ...settings, minPatternLength: 3 }), undefined);
  });

  it('reports the length of the pattern and the calls of every pass', () => {
    assert.deepEqual(detect(cycle, evidence(history(d, a, b, c, a, b, c), a), settings), {
      detector: 'cycle',
      rule: 'cycle',
      certainty: 'likely',
      count: 2,
      setting: 'maxPatternRepetitions',
      factor: 1,
      isEarly: true,
      threshold: 2,
      calls: [2, 3, 4, 5, 6, 7],
      steps: [[2], [3], [4], [5], [6], [7]],
      results: 'same',
      atCeiling: false,
      period: 3,
    });
  });

  it('never reports a plain repeat, or a pattern as a longer one', () => {
    assert.equal(certainty(evidence(history(...times(9, a)), a)), undefined);
    assert.equal(detect(cycle, evidence(history(...times(6, a, b)), a), settings)?.period, 2);
  });

  it('is silent if the answer to a step changes', () => {
    const status = (state: string) => call('status', {}, state);
    assert.equal(certainty(evidence(history(a, status('1'), a, status('2'), a), status(''))), undefined);
    assert.equal(certainty(evidence(history(a, status('1'), a), status(''))), undefined);
    assert.equal(certainty(evidence(history(a, status('1'), a, status('1'), a), status(''))), 'likely');
  });

  it('is silent if answers change', () => {
    const passes = Array.from({ length: 19 }, (_, i) => [a, call('status', {}, `${i}`)]).flat();
    assert.equal(certainty(evidence(history(...passes, a), call('status', {}))), undefined);
  });

  it('is ended by a new result in the round of the checked call', () => {
    const [x, y] = [wrong('x'), wrong('y')];
    assert.equal(certainty(inParallel(history(x, y, x, y, x, [x]), y)), 'certain');
    assert.equal(certainty(inParallel(history(x, y, x, y, x, [d]), y)), undefined);
  });

  it('compares parallel calls as one step, in any order', () => {
    assert.equal(certainty(evidence(history(a, [b, c], a, [c, b], a, [b, c]), a)), 'certain');
    assert.equal(certainty(evidence(history(a, [b, c], a, [b, d]), a)), undefined);
    assert.deepEqual(detect(cycle, evidence(history(a, [b, c], a, [c, b]), a), settings)?.steps, [
      [1, 2],
      [3],
      [4, 5],
      [6],
    ]);
  });
});
