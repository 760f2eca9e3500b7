import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertIsolated, play, Tally } from './invariants';
import { sessions } from './session';

/**
 * Fixed, so that a run can be made again; fast-check prints it when a check fails. The soak takes more, from other
 * seeds.
 */
const SEED = 336767;

describe('whatever the calls', function () {
  // Nothing here waits: a machine that others use too may need this long.
  this.timeout(240_000);

  it(
    'no fault, stable verdicts, evidence that is there, a bounded window, in conversations that do not touch ' +
      'each other',
    () => {
      const tally = new Tally();
      const alone = new Tally();
      fc.assert(
        fc.property(sessions, (session) => assertIsolated(session, play(session, 'live', tally), alone)),
        { seed: SEED, numRuns: 160 },
      );
      assert.ok(tally.calls + alone.calls > 50_000, `only ${tally.calls} + ${alone.calls} calls`);
      const found = ['repeat', 'cycle', 'stall'].flatMap((detector) => [`${detector} likely`, `${detector} certain`]);
      for (const finding of [...found, 'similar likely']) {
        assert.ok((tally.detectors[finding] ?? 0) > 10, JSON.stringify(tally));
      }
      for (const action of ['warn', 'ask', 'chance', 'break', 'stopped']) {
        assert.ok((tally.actions[action] ?? 0) > 10, JSON.stringify(tally));
      }
    },
  );

  it('a guard that only observes lets every call run and never stops', () => {
    const tally = new Tally();
    fc.assert(
      fc.property(sessions, (session) => void play(session, 'observeOnly', tally)),
      { seed: SEED, numRuns: 40 },
    );
    assert.ok((tally.actions['break'] ?? 0) > 100, JSON.stringify(tally));
  });

  it('a guard that is off allows, remembers nothing and tells nothing', () => {
    fc.assert(
      fc.property(sessions, (session) => void play(session, 'disabled', new Tally())),
      { seed: SEED, numRuns: 20 },
    );
  });
});
