import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Throttle } from '../../../src/vscode/host/throttle';

describe('a throttle', () => {
  let runs: number;
  let throttle: Throttle;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    runs = 0;
    throttle = new Throttle(100, () => (runs += 1));
  });
  afterEach(() => mock.timers.reset());

  it('serves all requests of an interval with one run at its end', () => {
    throttle.request();
    mock.timers.tick(60);
    throttle.request();
    mock.timers.tick(39);
    assert.equal(runs, 0);
    mock.timers.tick(1);
    assert.equal(runs, 1);
    mock.timers.tick(1_000);
    assert.equal(runs, 1, 'the second request does not begin an interval of its own');
  });

  it('starts a new interval with the first request during or after a run', () => {
    const again = new Throttle(100, () => {
      runs += 1;
      if (runs === 1) {
        again.request();
      }
    });
    again.request();
    mock.timers.tick(100);
    assert.equal(runs, 1);
    mock.timers.tick(100);
    assert.equal(runs, 2);
  });

  it('can cancel a request, and serves the next', () => {
    throttle.request();
    throttle.cancel();
    mock.timers.tick(100);
    assert.equal(runs, 0);
    throttle.request();
    mock.timers.tick(100);
    assert.equal(runs, 1);
  });

  it('runs nothing after it is disposed of', () => {
    throttle.request();
    throttle.dispose();
    throttle.request();
    mock.timers.tick(1_000);
    assert.equal(runs, 0);
  });
});
