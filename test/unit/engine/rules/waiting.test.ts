import assert from 'node:assert/strict';
import { strongestFinding } from '../../../../src/engine/rules/finding';
import { DETECTOR_DEFAULTS, DETECTORS } from '../../../../src/engine/rules/registry';
import { waiting } from '../../../../src/engine/rules/waiting';
import { call, evidence, failing, history, type Made, times, detect } from './evidence';

const RUNS = 'The build is still running.';
const poll = (tookSeconds = 59, answer = RUNS): Made =>
  call('await_build', { id: 'b7' }, answer, { tookMs: tookSeconds * 1000 });
const found = (past: readonly Made[], next: Made) =>
  detect(waiting, evidence(history(...past), next), { maxWaitSeconds: 300 });

describe('the detector of long waits', () => {
  it('speaks once, at the first call after five silent minutes', () => {
    // A minute each; silence begins with the first answer, which contains something new.
    const spoke = Array.from({ length: 12 }, (_, count) => found(times(count, poll()), poll()));
    assert.deepEqual(
      spoke.map((finding) => finding?.count),
      [...Array<undefined>(6).fill(undefined), 301, ...Array<undefined>(5).fill(undefined)],
    );
    assert.deepEqual([spoke[6]?.certainty, spoke[6]?.threshold], ['likely', 300]);
    assert.deepEqual(spoke[6]?.calls, [1, 2, 3, 4, 5, 6]);
  });

  it('begins again with each new answer', () => {
    const news = poll(59, `${RUNS} 3 of 12`);
    assert.equal(found([...times(5, poll()), ...times(5, news)], poll()), undefined);
    assert.equal(found([...times(5, poll()), ...times(6, news)], poll())?.count, 301);
  });

  it('needs more than one late answer', () => {
    assert.equal(found([poll(), poll(900)], poll()), undefined);
  });

  it('is the only detector for waits, and looks at nothing else', () => {
    const long = history(...times(20, poll()));
    assert.deepEqual(strongestFinding(evidence(long, poll()), DETECTORS, DETECTOR_DEFAULTS), undefined);
    assert.equal(found(times(20, call('read', { file: 'a' }, 'text')), call('read', { file: 'a' })), undefined);
    const ended = history(...times(3, poll()), poll(1, 'The build exited with code 0.'));
    assert.equal(evidence(ended, poll()).waiting, undefined);
  });

  it('doesn’t affect other detectors: idle waits are neither news nor repeats', () => {
    const test = failing('run', { command: 'make check' }, 'check: 3 of 12 cases fail as before, nothing was changed');
    const past = [test, poll(), poll(), test, poll(), poll(), test, poll(), poll()];
    const [withWaits, alone] = [past, [test, poll(), test, test]].map((made) =>
      strongestFinding(evidence(history(...made), test), DETECTORS, DETECTOR_DEFAULTS),
    );
    assert.equal(withWaits?.detector, alone?.detector);
    assert.equal(withWaits?.certainty, alone?.certainty);
    assert.notEqual(alone, undefined);
  });
});
